import type { Currency } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'

// Mails as data: a template returns its content in both languages; one layout draws it
// (mails.layout.ts) and writes its text part.

export type Block =
  | { kind: 'text' | 'note'; text: string }
  | { kind: 'facts'; rows: readonly Fact[] }
  | {
      kind: 'goods'
      /** The names of the two columns; null for a plain list. */
      head: readonly [string, string] | null
      rows: readonly Goods[]
      sum: readonly Fact[]
    }
  | { kind: 'keys'; title: string; keys: readonly Fact[] }
  | { kind: 'code'; title: string; name: string; code: string }
  | { kind: 'button'; label: string; url: string }

export type Fact = readonly [name: string, value: string]

/** A line of an order; `picture` is the URL of the product's small picture. */
export type Goods = { name: string; value: string; picture?: string | undefined }

/** A product in a mail; `picture` is the path of its small picture. */
export type Pictured = { name: string; value?: string; picture?: string | undefined }

/**
 * The words of one mail: `hint` is the preview beside the subject, `why` says why the mail was
 * sent.
 */
export type Letter = {
  subject: string
  hint: string
  body: readonly Block[]
  why: string
  /** The id of the order whose cut the mail has; without one it is the shop's own. */
  cut?: string
}

/**
 * The tools of every template: the names of shop and reader, money and dates in the reader's
 * format, links into the shop, and the link to its help.
 */
export type Pen = {
  site: string
  name: string
  money(cents: number, currency: Currency): string
  date(at: Date): string
  link(path: string): string
  help: { label: string; url: string } | null
}

/**
 * One kind of mail. `duty` is a mail that a buyer or member of staff must get; a `notice` may be
 * unwanted and has list headers.
 * `sample` fills the preview and the tests with realistic values.
 */
export type Template<V> = {
  kind: 'duty' | 'notice'
  sample: V
  write: Localized<(values: V, pen: Pen) => Letter>
}

/** The words around the links to help, for the layout and the text part. */
export const helpTexts: Localized<{ help: string; or: string }> = {
  'pt-BR': { help: 'Precisa de ajuda?', or: 'ou escreva para' },
  'en-US': { help: 'Need help?', or: 'or write to' },
}

/** Checks the types of a template: its sample and its writers must match its values. */
export const template = <V>(definition: Template<V>): Template<V> => definition

export const text = (line: string): Block => ({ kind: 'text', text: line })
export const note = (line: string): Block => ({ kind: 'note', text: line })
export const facts = (...rows: Fact[]): Block => ({ kind: 'facts', rows })

/** Mailboxes cut long mails, so a longer list of products has no pictures. */
const maxPictures = 12

export const goodsRows = (pen: Pick<Pen, 'link'>, products: readonly Pictured[]): Goods[] =>
  products.map(({ name, value = '', picture }) => ({
    name,
    value,
    picture: picture && products.length <= maxPictures ? pen.link(picture) : undefined,
  }))

/** A list of products without prices. */
export const goods = (pen: Pick<Pen, 'link'>, ...products: readonly Pictured[]): Block => ({
  kind: 'goods',
  head: null,
  rows: goodsRows(pen, products),
  sum: [],
})

/** The product that a mail is about, for a mail whose words name it: only where it has a picture. */
export const pictured = (pen: Pick<Pen, 'link'>, product: Pictured): Block[] =>
  product.picture ? [goods(pen, product)] : []

export const code = (title: string, name: string, code: string): Block => ({
  kind: 'code',
  title,
  name,
  code,
})
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })
