/** The content of a card. `area` is the background colour, and `on` is the colour of the text. */
export type CardFacts = {
  title: string
  /** One sentence; the card of a product shows `offer` instead. */
  text: string
  offer: CardOffer | null
  /** The shop's name, or its host name. */
  site: string
  area: string
  on: string
  /** The id from which the card's cut is computed (contracts/src/cut.ts). */
  cut: string
  /** Whether the left side is free for a picture of 480 × 480. */
  hasPoster: boolean
  /** Whether the card is drawn without our mark, because the shop's icon is put in its place. */
  isBare: boolean
}

export type CardOffer = {
  price: string
  /** A word before the lowest of several prices; '' for a single price. */
  from: string
  /** The average of the reviews, and a text about them; null without reviews. */
  rating: { average: number; words: string } | null
}

/** Position of a card's picture, and of the shop's icon on each kind of card, in pixels. */
export const posterPlace = { left: 75, top: 75, edge: 480 } as const
export const iconPlaces = {
  poster: { left: 615, top: 516, edge: 40 },
  key: { left: 118, top: 476, edge: 88 },
} as const
