// Faults in the screens of products, coupons, stock and keys.
import { admin, fault } from './fault.mjs'

export const goods = [
  fault(
    'the category falls out of the products',
    `${admin}products/product-columns.tsx`,
    ['cell: (row) => row.category.name', "cell: () => ''"],
    'products',
  ),
  fault(
    'the price of a product is a hundred times what it is',
    `${admin}products/product-columns.tsx`,
    ['money(product.price, product.currency)', 'money(product.price * 100, product.currency)'],
    'products',
  ),
  fault(
    'a product is saved without the role that it gives',
    `${admin}products/product-fields.ts`,
    ['discordRoleId: fields.discordRoleId.trim() || null,', 'discordRoleId: null,'],
    'products',
  ),
  fault(
    'a product is saved over the change of another person',
    `${admin}products/use-save-product.ts`,
    ['body: { ...requestBody, version: product.version },', 'body: requestBody,'],
    'products',
  ),
  fault(
    'an option is saved over the change of another person',
    `${admin}products/options/use-save-option.ts`,
    ['body: { ...optionChanges, version: base.version },', 'body: optionChanges,'],
    'product-option-form',
  ),
  fault(
    'an option is saved with what was not touched, over what somebody else made of it',
    `${admin}products/options/option-fields.ts`,
    ['return Object.fromEntries(changedEntries)', 'return is'],
    'product-option-form',
  ),
  fault(
    'the order of the options moves on the screen alone',
    `${admin}products/options/use-option-order.ts`,
    ['      void saveOrder()\n', ''],
    'product-options',
  ),
  fault(
    'keys for one option go to the one that stands for the product',
    `${admin}stock/add-keys.tsx`,
    ['...(variantId && { variantId }) }', '}'],
    'stock-options',
  ),
  fault(
    'a coupon forgets the options it is for',
    `${admin}coupons/coupon-fields.ts`,
    ['{ variants: variants.map(({ id }) => id) }', '{}'],
    'coupon-links',
  ),
  fault(
    'a category says when it was made as when it changed',
    `${admin}categories/category-card.tsx`,
    [
      "t('categories.updated', { date: shortDate(category.updatedAt) })",
      "t('categories.updated', { date: shortDate(category.createdAt) })",
    ],
    'categories',
  ),
  fault(
    'every category is shown as active',
    `${admin}categories/category-card.tsx`,
    ["off={t('categories.isInactive')}", "off={t('categories.isActive')}"],
    'categories',
  ),
  fault(
    'the licences do not say until when they serve',
    `${admin}licences/licences-page.tsx`,
    ['row.expirationDate ? <When at={row.expirationDate} /> :', "row.expirationDate ? '' :"],
    'licences',
  ),
  fault(
    'a licence is shown with the name of its customer as his email',
    `${admin}licences/licences-page.tsx`,
    ['{row.customerEmail}</span>', '{row.customerName}</span>'],
    'licences',
  ),
  fault(
    'it is not told from where a key was seen',
    `${admin}licences/reveals-dialog.tsx`,
    ['{one.ip && ` · ${one.ip}`}', '{null}'],
    'licences',
  ),
  fault(
    'the stock does not say who uses a key',
    `${admin}stock/stock-page.tsx`,
    ['{usedBy.email}', "{''}"],
    'stock',
  ),
  fault(
    'the revoked keys are counted as used',
    `${admin}stock/figures.tsx`,
    ['countPart(statusCounts?.revokedLicenses)', 'countPart(statusCounts?.usedLicenses)'],
    'stock',
  ),
  fault(
    'a key says when it was made as when it was used',
    `${admin}stock/key-details.tsx`,
    [
      "row.usedBy?.usedAt && date(row.usedBy.usedAt, 'moment')",
      "row.usedBy?.usedAt && date(row.createdAt, 'moment')",
    ],
    'stock',
  ),
  fault(
    'a key is revoked without a question',
    `${admin}stock/key-details.tsx`,
    [
      'if (isRevoking && !(await confirm(confirmQuestion))) return',
      'if (isRevoking && !confirmQuestion) return',
    ],
    'stock',
  ),
  fault(
    'a paste that is only tried is saved',
    `${admin}stock/send-keys.ts`,
    ['licenses: part.keys, dryRun: true }', 'licenses: part.keys, dryRun: false }'],
    'stock',
  ),
  fault(
    'how often a coupon was used is not shown',
    `${admin}coupons/coupons-page.tsx`,
    ['{couponUsage(row)}', "{''}"],
    'coupons',
  ),
  fault(
    'a coupon says its greatest discount as its least purchase',
    `${admin}coupons/coupon-details.tsx`,
    ['amountOrNone(coupon.minPurchase,', 'amountOrNone(coupon.maxDiscount,'],
    'coupons',
  ),
  fault(
    'a percentage is shown as money',
    `${admin}coupons/coupon-texts.ts`,
    ["if (type === 'fixed') return", "if (type !== 'loyalty') return"],
    'coupons',
  ),
  fault(
    'a coupon is made without its limit of uses',
    `${admin}coupons/coupon-fields.ts`,
    ["usageLimit: sentValue('usageLimit'),", 'usageLimit: 0,'],
    'coupons',
  ),
]
