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

/** The finished steps of a new shop, read from its data; nobody ticks them off (P425). */
export async function firstSteps(app: App, { twoFactor }: { twoFactor: boolean }) {
  const [site, found] = await Promise.all([siteSettings(app), lookAround(app)])
  const shop = shopParts(site)
  const payment = chargedMethods.some((method) => isOffered(app, method, true))
  const mail =
    app.providers.mail !== null &&
    (found.letter || app.providerSettings.sourceOf('mail') !== 'kept')
  const { product, order } = found
  const done = shop.name && shop.look && shop.seller && product && payment && mail && order

  return {
    over: done || found.sold,
    shop,
    product,
    buy: found.buy,
    payment,
    mail,
    order,
    discord: app.providerSettings.sourceOf('discord') !== 'off',
    twoFactor,
  }
}

const shopParts = (site: SiteSettings) => ({
  name: site.siteName !== siteDefaults.siteName,
  look: site.siteLogo !== siteDefaults.siteLogo || site.accentColor !== '',
  seller: site.sellerName !== '' && site.sellerTaxId !== '',
})

/** Each is answered by the first row that is there. */
function lookAround(app: App) {
  const yes = (what: ReturnType<typeof sql>) => value(sql`exists (${what})`, z.boolean())
  const paid = sql`${orders.status} in ('completed', 'refunded') and ${orders.completedAt} is not null`
  const stocked = sql`${productVariants.deletedAt} is null and (${productVariants.provider} <> 'stock'
    or exists (select 1 from ${stockKeys} where ${stockKeys.variantId} = ${productVariants.id}))`
  const from = sql`from ${products}
    join ${productVariants} on ${productVariants.productId} = ${products.id}`

  const row = columns({
    product: yes(sql`select 1 ${from} where ${products.deletedAt} is null and ${stocked}`),
    buy: value(
      sql`(select ${productSlugs.slug} ${from}
        join ${categories} on ${categories.id} = ${products.categoryId}
        join ${productSlugs} on ${productSlugs.productId} = ${products.id} and ${productSlugs.isCurrent}
        where ${isInShop} and ${isSold(productVariants)} and ${stocked} limit 1)`,
      z.string().nullable(),
    ),
    order: yes(sql`select 1 from ${orders} where ${paid}`),
    sold: yes(sql`select 1 from ${orders} where ${paid} and ${countsInBooks(app)}`),
    letter: yes(sql`select 1 from ${auditLog} where ${auditLog.targetType} = 'provider'
      and ${auditLog.targetId} = 'mail' and ${auditLog.action} = 'provider.letter_sent'`),
  })

  return oneRow(app, row, sql`select ${row}`)
}
