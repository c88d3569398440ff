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
import { findBuyer } from './chat.people.ts'
import type { Interaction } from './chat.reading.ts'
import {
  embedBox,
  actionButton,
  suggestChoices,
  openForm,
  replaceMessage,
  linkButton,
  replyPrivately,
  componentRow,
  selectMenu,
} from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const mostPerOrder = 99
const offeredQuantities = [1, 2, 3, 4, 5, 10]

/** Suggestions for the product option of /comprar: products on sale that match the typed text. */
export async function suggestProducts(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const matches = await findProducts(app, interaction.options[interaction.focused ?? ''] ?? '')
  return suggestChoices(
    matches.map((product) => ({
      name: `${cutChat(product.name, 70)} · ${formatPrice(product, interaction.language)}`,
      value: product.id,
    })),
  )
}

/** Answer /comprar with an offer of the product, or with a list when several products match. */
export async function offerTyped(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const buyer = await findBuyer(app, interaction)
  if ('refusal' in buyer) return replyPrivately(buyer.refusal)

  const quantity = Number(interaction.options['quantidade'] ?? 1)
  const searchText = (interaction.options['produto'] ?? '').trim()
  if (!isQuantity(quantity))
    return replyPrivately({ content: inLanguage(interaction.language, chatWords.quantityWrong) })

  const matches = await findTyped(app, searchText)
  if (matches.length === 1)
    return replyPrivately(offerProduct(app, interaction, matches[0]!, quantity))

  if (!matches.length)
    return replyPrivately({
      content: inLanguage(
        interaction.language,
        chatWords.noProduct({ name: plainChat(cutChat(searchText, 100)) }),
      ),
    })

  return replyPrivately({
    content: inLanguage(interaction.language, chatWords.chooseBelow),
    components: [productMenu(matches, interaction, quantity)],
  })
}

/**
 * The chosen product when the text is the id of a suggestion; for other text, the matching
 * products.
 */
async function findTyped(app: App, searchText: string): Promise<ShopProduct[]> {
  if (!uuidPattern.test(searchText)) return findProducts(app, searchText)

  const chosenProduct = await chosenById(app, searchText)

  return chosenProduct ? [chosenProduct] : []
}

/**
 * The variant with an id from one of the shop's lists. If it is no longer sold, the product's first
 * variant on sale; null when there is none.
 */
async function chosenById(app: App, id: string): Promise<ShopProduct | null> {
  const product = await productOfVariant(app, id)
  const variantOffers = product ? await eachVariant(app, [product]) : []

  return variantOffers.find((offer) => offer.id === id) ?? variantOffers[0] ?? null
}

/**
 * Each variant as a separate list item, named after product and variant. At most 25 items, the
 * limit of Discord's lists.
 */
async function eachVariant(app: App, products: readonly ShopProduct[]): Promise<ShopProduct[]> {
  const offersByProduct = products.map(async (product) =>
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
  return (await Promise.all(offersByProduct)).flat().slice(0, 25)
}

/**
 * Answer the shop button with a list of the featured products, or of all products when none is
 * featured.
 */
export async function browseShop(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const buyer = await findBuyer(app, interaction)
  if ('refusal' in buyer) return replyPrivately(buyer.refusal)

  const featured = await featuredProducts(app)
  const shopProducts = featured.length
    ? await eachVariant(app, featured)
    : await findProducts(app, '')

  return replyPrivately(
    shopProducts.length
      ? {
          content: inLanguage(interaction.language, chatWords.choose),
          components: [productMenu(shopProducts.slice(0, 25), interaction, 1)],
        }
      : { content: inLanguage(interaction.language, chatWords.nothingOnSale) },
  )
}

/** Answer a choice of product or quantity: replace the list by the offer. */
export async function offerChosen(
  app: App,
  interaction: Interaction,
  productId: string,
  quantity: number,
): Promise<ChatAnswer> {
  const buyer = await findBuyer(app, interaction)
  if ('refusal' in buyer) return replyPrivately(buyer.refusal)

  const product =
    uuidPattern.test(productId) && isQuantity(quantity) ? await chosenById(app, productId) : null

  return replaceMessage(
    product
      ? offerProduct(app, interaction, product, quantity)
      : { content: inLanguage(interaction.language, chatWords.gone) },
  )
}

/** Answer the pay button with a form for the payer's CPF and a coupon. */
export async function askPayer(
  app: App,
  interaction: Interaction,
  formId: string,
): Promise<ChatAnswer> {
  const buyer = await findBuyer(app, interaction)
  if ('refusal' in buyer) return replyPrivately(buyer.refusal)

  const translate = (text: Localized) => inLanguage(interaction.language, text)

  return openForm(formId, translate(chatWords.payTitle), [
    {
      id: 'cpf',
      label: translate(chatWords.cpf),
      max: 14,
      required: true,
      placeholder: '000.000.000-00',
    },
    { id: 'coupon', label: translate(chatWords.coupon), max: 64, required: false },
  ])
}

export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= mostPerOrder

const formatPrice = (product: ShopProduct, language: Language): string =>
  formatMoney(Math.round(product.price * 100), product.currency, language)

const findProducts = async (app: App, searchText: string): Promise<ShopProduct[]> =>
  eachVariant(
    app,
    (
      await searchProducts(app, {
        q: cutChat(searchText, 100),
        page: 1,
        limit: 25,
        sort: 'relevance',
        inStock: true,
      })
    ).products,
  )

function productMenu(
  products: readonly ShopProduct[],
  { language }: Interaction,
  quantity: number,
): object {
  return componentRow(
    selectMenu(
      `shop:product:${quantity}`,
      inLanguage(language, chatWords.choose),
      products.map((product) => ({
        label: product.name,
        value: product.id,
        description: `${formatPrice(product, language)} · ${product.category.name}`,
      })),
    ),
  )
}

function offerProduct(
  app: App,
  { language }: Interaction,
  product: ShopProduct,
  quantity: number,
): ChatMessage {
  const translate = (text: Localized) => inLanguage(language, text)

  const categoryLink = linkButton(
    `${app.config.publicUrl}/products/category/${encodeURIComponent(product.category.name)}`,
    translate(chatWords.seeSite),
  )

  const productName = plainChat(product.name)
  if (product.stock === 'out')
    return {
      content: translate(chatWords.soldOut({ name: productName })),
      components: [componentRow(categoryLink)],
    }
  if (product.currency !== 'BRL')
    return {
      content: translate(chatWords.notPix({ name: productName })),
      components: [componentRow(categoryLink)],
    }

  const formattedTotal = formatMoney(
    Math.round(product.price * 100) * quantity,
    product.currency,
    language,
  )

  return {
    embeds: [
      embedBox(
        product.name,
        `${cutChat(plainChat(product.description), 300)}\n\n` +
          `${translate(chatWords.offer({ terms: `${app.config.publicUrl}/terms` }))}`,
        {
          fields: [
            {
              name: translate(chatWords.unitPrice),
              value: formatPrice(product, language),
              inline: true,
            },
            { name: translate(chatWords.quantity), value: String(quantity), inline: true },
            { name: translate(chatWords.total), value: formattedTotal, inline: true },
          ],
        },
      ),
    ],

    components: [
      componentRow(quantityMenu(product, quantity, translate(chatWords.quantity))),
      componentRow(
        actionButton(`pay:${product.id}:${quantity}`, translate(chatWords.pay), 'good'),
        categoryLink,
      ),
    ],
  }
}

function quantityMenu(product: ShopProduct, quantity: number, label: string): object {
  const quantities = [...new Set([...offeredQuantities, quantity])].sort((a, b) => a - b)

  return selectMenu(
    `shop:quantity:${product.id}`,
    label,
    quantities.map((count) => ({
      label: `${label}: ${count}`,
      value: String(count),
      default: count === quantity,
    })),
  )
}
