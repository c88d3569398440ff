import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { soldAs } from '@chaveiro/contracts/sold-as'

import type { App } from '../../platform/app.ts'
import { cutChat, plainChat } from '../../platform/text/chat-text.ts'
import { formatMoney } from '../../platform/text/money.ts'
import type { ChatAnswer, ChatMessage } from '../../ports/chat.ts'
import {
  featuredProducts,
  productOfVariant,
  type ShopProduct,
} from '../catalogue/products/products.queries.ts'
import { searchProducts } from '../catalogue/search/search.queries.ts'
import { variantsOnSale } from '../catalogue/variants/variants.queries.ts'
import { buyerOf } from './chat.people.ts'
import type { Interaction } from './chat.reading.ts'
import {
  box,
  button,
  choices,
  form,
  instead,
  link,
  onlyYou,
  row,
  selectMenu,
} from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const most = 99
const offered = [1, 2, 3, 4, 5, 10]

/** Suggestions for the product option of /comprar: products on sale that match the typed words. */
export async function suggest(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const matches = await findProducts(app, interaction.options[interaction.focused ?? ''] ?? '')
  return choices(
    matches.map((product) => ({
      name: `${cutChat(product.name, 70)} · ${priceOf(product, interaction.language)}`,
      value: product.id,
    })),
  )
}

/** /comprar: an offer of the typed or chosen product, or a list when several match. */
export async function offerTyped(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const buyer = await buyerOf(app, interaction)
  if ('refusal' in buyer) return onlyYou(buyer.refusal)

  const quantity = Number(interaction.options['quantidade'] ?? 1)
  const typed = (interaction.options['produto'] ?? '').trim()
  if (!isQuantity(quantity))
    return onlyYou({ content: inLanguage(interaction.language, chatWords.quantityWrong) })

  const matches = await findTyped(app, typed)
  if (matches.length === 1) return onlyYou(offer(app, interaction, matches[0]!, quantity))

  if (!matches.length)
    return onlyYou({
      content: inLanguage(
        interaction.language,
        chatWords.noProduct({ name: plainChat(cutChat(typed, 100)) }),
      ),
    })

  return onlyYou({
    content: inLanguage(interaction.language, chatWords.chooseBelow),
    components: [listOf(matches, interaction, quantity)],
  })
}

/**
 * The product of a chosen suggestion, which sends its id, or the products that match typed words.
 */
async function findTyped(app: App, typed: string): Promise<ShopProduct[]> {
  if (!uuid.test(typed)) return findProducts(app, typed)

  const chosen = await chosenById(app, typed)

  return chosen ? [chosen] : []
}

/**
 * The variant of an id from one of our lists. If it is no longer sold, the product's first variant
 * on sale takes its place; null without any.
 */
async function chosenById(app: App, id: string): Promise<ShopProduct | null> {
  const product = await productOfVariant(app, id)
  const offers = product ? await eachVariant(app, [product]) : []

  return offers.find((offer) => offer.id === id) ?? offers[0] ?? null
}

/**
 * Each variant as an item of its own, named after product and variant; at most 25, as many as
 * Discord's lists hold.
 */
async function eachVariant(app: App, found: readonly ShopProduct[]): Promise<ShopProduct[]> {
  const offers = found.map(async (product) =>
    product.variantCount > 1
      ? (await variantsOnSale(app, product)).map(({ id, name, price, stock, maxQuantity }) => ({
          ...product,
          id,
          name: soldAs(product.name, name),
          price,
          stock,
          maxPerOrder: maxQuantity,
        }))
      : [product],
  )
  return (await Promise.all(offers)).flat().slice(0, 25)
}

/** The shop's button: a list of the featured products, or of any when none is featured. */
export async function browse(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const buyer = await buyerOf(app, interaction)
  if ('refusal' in buyer) return onlyYou(buyer.refusal)

  const featured = await featuredProducts(app)
  const shopProducts = featured.length
    ? await eachVariant(app, featured)
    : await findProducts(app, '')

  return onlyYou(
    shopProducts.length
      ? {
          content: inLanguage(interaction.language, chatWords.choose),
          components: [listOf(shopProducts.slice(0, 25), interaction, 1)],
        }
      : { content: inLanguage(interaction.language, chatWords.nothingOnSale) },
  )
}

/** A product or quantity was chosen from our list: replace the message by that offer. */
export async function offerChosen(
  app: App,
  interaction: Interaction,
  productId: string,
  quantity: number,
): Promise<ChatAnswer> {
  const buyer = await buyerOf(app, interaction)
  if ('refusal' in buyer) return onlyYou(buyer.refusal)

  const product =
    uuid.test(productId) && isQuantity(quantity) ? await chosenById(app, productId) : null

  return instead(
    product
      ? offer(app, interaction, product, quantity)
      : { content: inLanguage(interaction.language, chatWords.gone) },
  )
}

/** The pay button: a form asks for the payer's CPF and a coupon. */
export async function askPayer(
  app: App,
  interaction: Interaction,
  name: string,
): Promise<ChatAnswer> {
  const buyer = await buyerOf(app, interaction)
  if ('refusal' in buyer) return onlyYou(buyer.refusal)

  const say = (text: Localized) => inLanguage(interaction.language, text)

  return form(name, say(chatWords.payTitle), [
    {
      id: 'cpf',
      label: say(chatWords.cpf),
      max: 14,
      required: true,
      placeholder: '000.000.000-00',
    },
    { id: 'coupon', label: say(chatWords.coupon), max: 64, required: false },
  ])
}

export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= most

const priceOf = (product: ShopProduct, language: Language): string =>
  formatMoney(Math.round(product.price * 100), product.currency, language)

const findProducts = async (app: App, words: string): Promise<ShopProduct[]> =>
  eachVariant(
    app,
    (
      await searchProducts(app, {
        q: cutChat(words, 100),
        page: 1,
        limit: 25,
        sort: 'relevance',
        inStock: true,
      })
    ).products,
  )

function listOf(
  products: readonly ShopProduct[],
  { language }: Interaction,
  quantity: number,
): object {
  return row(
    selectMenu(
      `shop:product:${quantity}`,
      inLanguage(language, chatWords.choose),
      products.map((product) => ({
        label: product.name,
        value: product.id,
        description: `${priceOf(product, language)} · ${product.category.name}`,
      })),
    ),
  )
}

function offer(
  app: App,
  { language }: Interaction,
  product: ShopProduct,
  quantity: number,
): ChatMessage {
  const say = (text: Localized) => inLanguage(language, text)

  const page = link(
    `${app.config.publicUrl}/products/category/${encodeURIComponent(product.category.name)}`,
    say(chatWords.seeSite),
  )

  const name = plainChat(product.name)
  if (product.stock === 'out')
    return { content: say(chatWords.soldOut({ name })), components: [row(page)] }
  if (product.currency !== 'BRL')
    return { content: say(chatWords.notPix({ name })), components: [row(page)] }

  const total = formatMoney(Math.round(product.price * 100) * quantity, product.currency, language)
  const quantities = [...new Set([...offered, quantity])].sort((a, b) => a - b)

  return {
    embeds: [
      box(
        product.name,
        `${cutChat(plainChat(product.description), 300)}\n\n` +
          `${say(chatWords.offer({ terms: `${app.config.publicUrl}/terms` }))}`,
        {
          fields: [
            { name: say(chatWords.unitPrice), value: priceOf(product, language), inline: true },
            { name: say(chatWords.quantity), value: String(quantity), inline: true },
            { name: say(chatWords.total), value: total, inline: true },
          ],
        },
      ),
    ],

    components: [
      row(
        selectMenu(
          `shop:quantity:${product.id}`,
          say(chatWords.quantity),
          quantities.map((count) => ({
            label: `${say(chatWords.quantity)}: ${count}`,
            value: String(count),
            default: count === quantity,
          })),
        ),
      ),
      row(button(`pay:${product.id}:${quantity}`, say(chatWords.pay), 'good'), page),
    ],
  }
}
