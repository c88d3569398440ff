import { siteDefaults, type SiteSettings } from '@chaveiro/contracts/defaults'
import { chargedMethods } from '@chaveiro/contracts/payment-methods'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { isInShop, isSold } from '../../db/on-sale.ts'
import { columns, oneRow, value } from '../../db/rows.ts'
import {
  auditLog,
  categories,
  orders,
  products,
  productSlugs,
  productVariants,
  stockKeys,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { isOffered } from '../books/methods.rules.ts'
import { countsInBooks } from '../books/test-money.queries.ts'
import { siteSettings } from './settings.service.ts'

/** The finished steps of a new shop, computed from its data instead of stored ticks (P425). */
export async function firstSteps(app: App, { twoFactor }: { twoFactor: boolean }) {
  const [site, found] = await Promise.all([siteSettings(app), lookAround(app)])
  const shopSteps = shopStepsOf(site)
  const hasPaymentMethod = chargedMethods.some((method) => isOffered(app, method, true))
  const hasMailServer =
    app.providers.mail !== null &&
    (found.letter || app.providerSettings.sourceOf('mail') !== 'kept')
  const { product, order } = found
  const areAllDone =
    shopSteps.name &&
    shopSteps.look &&
    shopSteps.seller &&
    product &&
    hasPaymentMethod &&
    hasMailServer &&
    order

  return {
    over: areAllDone || found.sold,
    shop: shopSteps,
    product,
    buy: found.buy,
    payment: hasPaymentMethod,
    mail: hasMailServer,
    order,
    discord: app.providerSettings.sourceOf('discord') !== 'off',
    twoFactor,
  }
}

const shopStepsOf = (site: SiteSettings) => ({
  name: site.siteName !== siteDefaults.siteName,
  look: site.siteLogo !== siteDefaults.siteLogo || site.accentColor !== '',
  seller: site.sellerName !== '' && site.sellerTaxId !== '',
})

/** Read what the shop has. Each `exists` stops at the first row that it finds. */
function lookAround(app: App) {
  const existsColumn = (subquery: ReturnType<typeof sql>) =>
    value(sql`exists (${subquery})`, z.boolean())
  const isPaidOrder = sql`${orders.status} in ('completed', 'refunded') and ${orders.completedAt} is not null`
  const isStocked = sql`${productVariants.deletedAt} is null and (${productVariants.provider} <> 'stock'
    or exists (select 1 from ${stockKeys} where ${stockKeys.variantId} = ${productVariants.id}))`
  const fromProducts = sql`from ${products}
    join ${productVariants} on ${productVariants.productId} = ${products.id}`

  const stepColumns = columns({
    product: existsColumn(
      sql`select 1 ${fromProducts} where ${products.deletedAt} is null and ${isStocked}`,
    ),
    buy: value(
      sql`(select ${productSlugs.slug} ${fromProducts}
        join ${categories} on ${categories.id} = ${products.categoryId}
        join ${productSlugs} on ${productSlugs.productId} = ${products.id} and ${productSlugs.isCurrent}
        where ${isInShop} and ${isSold(productVariants)} and ${isStocked} limit 1)`,
      z.string().nullable(),
    ),
    order: existsColumn(sql`select 1 from ${orders} where ${isPaidOrder}`),
    sold: existsColumn(sql`select 1 from ${orders} where ${isPaidOrder} and ${countsInBooks(app)}`),
    letter: existsColumn(sql`select 1 from ${auditLog} where ${auditLog.targetType} = 'provider'
      and ${auditLog.targetId} = 'mail' and ${auditLog.action} = 'provider.letter_sent'`),
  })

  return oneRow(app, stepColumns, sql`select ${stepColumns}`)
}
