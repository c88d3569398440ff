// Faults in the public shop.
import { fault, store } from './fault.mjs'

export const shop = [
  fault(
    'a line of the cart shows the price of one',
    `${store}cart/cart-line.tsx`,
    ['{money(price * quantity, currency)}', '{money(price, currency)}'],
    'cart',
  ),
  fault(
    'more can be put into the cart than there is',
    `${store}cart/quantity.tsx`,
    ['disabled={quantity >= max}', 'disabled={quantity >= 99}'],
    'cart',
  ),
  fault(
    'a line of the order shows the price of one',
    `${store}shared/summary-line.tsx`,
    ['{money(item.price * item.quantity, item.currency)}', '{money(item.price, item.currency)}'],
    'checkout',
  ),
  fault(
    'the discount is shown as an extra charge',
    `${store}checkout/order-summary.tsx`,
    ['− {money(priced.discount, totalCurrency)}', '+ {money(priced.discount, totalCurrency)}'],
    'checkout',
  ),
  fault(
    'the card page does not know where to lead back to',
    `${store}checkout/use-start.ts`,
    ['cancelUrl: `${origin}${paths.checkout}`,', 'cancelUrl: origin,'],
    'checkout',
  ),
  fault(
    'PIX can be chosen for dollars',
    `${store}checkout/methods.tsx`,
    ["(method !== 'pix' || currency === 'BRL')", "(method !== 'pix' || currency !== '')"],
    'checkout',
  ),
  fault(
    'the PIX shows nothing to pay',
    `${store}checkout/pix-sheet.tsx`,
    ['{money(pix.amount, pix.currency)}', '{money(0, pix.currency)}'],
    'paying',
  ),
  fault(
    'an open payment is told without its amount',
    `${store}checkout/open-payment.tsx`,
    ['amount: money(open.amount, open.currency)', "amount: ''"],
    'paying',
  ),
  fault(
    'coins are to be sent without their tag',
    `${store}checkout/crypto-sheet.tsx`,
    ['{cryptoTag && (', '{cryptoTag === amount && ('],
    'paying-coins',
  ),
  fault(
    'it is not said that money which comes late still counts',
    `${store}outcome/failed-page.tsx`,
    ["texts={[t('failed.lead'), ...lateText]}", "texts={[t('failed.lead')]}"],
    'outcome',
  ),
  fault(
    'somebody whose money waits is not told not to pay again',
    `${store}outcome/failed-page.tsx`,
    ["texts={[t('failed.heldLead')]}", 'texts={[]}'],
    'outcome',
  ),
  fault(
    'the code of the coupon falls out of the summary',
    `${store}outcome/summary.tsx`,
    ["? t('summary.discountCode', { code: discount.cupomCode })", "? t('summary.discount')"],
    'outcome',
  ),
  fault(
    'the keys of a paid order are not shown',
    `${store}outcome/keys.tsx`,
    ['          {licenseKey}\n', ''],
    'outcome',
  ),
  fault(
    'the first page shows a way to pay that is switched off',
    `${store}home/payment-marks.tsx`,
    ['...(crypto ? cryptoCoins : []),', '...cryptoCoins,'],
    'home',
  ),
  fault(
    'a question is answered with mail that the shop does not send',
    `${store}home/questions.tsx`,
    [
      "{t(keysByMail ? 'questions.whenTextMail' : 'questions.whenText')}",
      "{t('questions.whenTextMail')}",
    ],
    'home',
  ),
  fault(
    'what is sold out looks as if few were left',
    `${store}shared/product-card.tsx`,
    ['{t(`product.${stock}`)}', "{t('product.low')}"],
    'shop',
  ),
  fault(
    'a product that needs attention is not counted',
    `${store}status/status-page.tsx`,
    ["...(troubledProducts ? [t('summary.some', { count: troubledProducts })] : []),", ''],
    'status',
  ),
  fault(
    'a notice of the bell does not say who wrote it',
    `${store}bell/notice-item.tsx`,
    ['{notice.authorName}</span>', '</span>'],
    'bell',
  ),
  fault(
    'who lacks a role is not led to the login',
    `${store}permission/permission-page.tsx`,
    ['to={paths.login}', 'to={paths.home}'],
    'frame',
  ),
  fault(
    'the rating of a product is the number of its reviews',
    `${store}reviews/review-summary.tsx`,
    ['average: number(average)', 'average: number(count)'],
    'product-reviews',
  ),
  fault(
    'another order of the reviews stays on the page of before',
    `${store}reviews/review-list.tsx`,
    ['setShown({ page: 1, sort: next })', 'setShown({ page, sort: next })'],
    'product-reviews',
  ),
]
