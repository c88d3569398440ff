import { readFile } from 'node:fs/promises'

import { drawInThread } from '../platform/drawing/drawing-threads.ts'
import type { CardFacts, drawCardSvg } from './card.drawing.ts'

/**
 * The icons of the installed app: file name, edge in pixels, and the share of the edge that the
 * mark fills. A maskable icon needs a margin, because systems cut it to a circle.
 */
export const iconSizes = {
  'icon-192.png': [192, 1],
  'icon-512.png': [512, 1],
  'maskable-512.png': [512, 0.72],
  'apple-touch-icon.png': [180, 0.86],
  'favicon.png': [64, 1],
} as const satisfies Record<string, readonly [number, number]>

/** An icon as PNG, from the picture that staff uploaded, otherwise from the default mark. */
export async function drawIcon(
  name: keyof typeof iconSizes,
  webRoot: string,
  uploaded: Uint8Array | null,
): Promise<Buffer> {
  const [edge, share] = iconSizes[name]
  if (uploaded) return drawOwnIcon(uploaded, edge, share)

  const [{ default: sharp }, mark] = await Promise.all([
    import('sharp'),
    readFile(`${webRoot}/favicon.svg`),
  ])

  if (share === 1)
    return sharp(mark, { density: 72 * (edge / 32) })
      .resize(edge, edge)
      .png()
      .toBuffer()

  const innerEdge = Math.round(edge * share)

  const innerPicture = await sharp(mark, { density: 72 * (innerEdge / 32) })
    .resize(innerEdge, innerEdge)
    .png()
    .toBuffer()

  return sharp({ create: { width: edge, height: edge, channels: 4, background: '#0b1019' } })
    .composite([{ input: innerPicture }])
    .png()
    .toBuffer()
}

/** The middle square of a picture. An icon with a margin gets a contrasting background. */
async function drawOwnIcon(uploaded: Uint8Array, edge: number, share: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const innerEdge = Math.round(edge * share)
  const innerPicture = await sharp(uploaded)
    .resize(innerEdge, innerEdge, { fit: 'cover' })
    .png()
    .toBuffer()
  if (share === 1) return innerPicture

  return sharp({
    create: {
      width: edge,
      height: edge,
      channels: 4,
      background: await contrastingGround(uploaded),
    },
  })
    .composite([{ input: innerPicture }])
    .png()
    .toBuffer()
}

/**
 * A white background for a dark picture and a dark background for a light picture, by the picture's
 * average brightness.
 */
async function contrastingGround(uploaded: Uint8Array): Promise<string> {
  const { default: sharp } = await import('sharp')
  const [r, g, b] = await sharp(uploaded).resize(1, 1).ensureAlpha().raw().toBuffer()

  return 0.299 * r! + 0.587 * g! + 0.114 * b! > 170 ? '#0b1019' : '#ffffff'
}

/**
 * The uploaded logo as PNG, since some mail programs cannot show WebP. The PNG is twice as high as
 * the logo in a mail.
 */
export async function drawLogo(uploaded: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(uploaded)
    .resize({ height: 64, width: 320, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

/** A product's cover as a card of 1200 × 630: the whole picture on a blurred copy of itself. */
export async function drawCover(file: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const [width, height] = [1200, 630]
  const resizableCover = () => sharp(file, { density: 216 }).flatten({ background: '#0b1019' })
  const wholeCover = await resizableCover().resize({ width, height, fit: 'inside' }).toBuffer()

  return sharp(
    await resizableCover().resize(width, height, { fit: 'cover' }).blur(40).png().toBuffer(),
  )
    .composite([{ input: wholeCover }])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

/** The texts and the colour of a card. */
export type CardWords = Omit<CardFacts, 'isBare'>

/**
 * The preview picture of a shared link, 1200 × 630: title, one sentence and the mark. An icon that
 * staff uploaded replaces the mark.
 */
export async function drawCard(
  words: CardWords,
  uploaded: Uint8Array | null = null,
): Promise<Buffer> {
  const [{ default: sharp }, cardSvg] = await Promise.all([
    import('sharp'),
    drawInThread<typeof drawCardSvg>('card', { ...words, isBare: uploaded !== null }),
  ])

  const cardPicture = sharp(Buffer.from(cardSvg))
  if (uploaded)
    cardPicture.composite(await Promise.all(iconPlaces.map((place) => placeIcon(uploaded, place))))

  return cardPicture.png({ palette: true, quality: 90 }).toBuffer()
}

/** Positions of the shop's icon on a card: large in the ring, small beside the name. */
const iconPlaces = [
  { left: 910, top: 150, edge: 200 },
  { left: 88, top: 522, edge: 36 },
] as const

const placeIcon = async (
  uploaded: Uint8Array,
  { left, top, edge }: (typeof iconPlaces)[number],
) => ({
  left,
  top,
  input: await (
    await import('sharp')
  )
    .default(uploaded)
    .resize(edge, edge, { fit: 'cover' })
    .png()
    .toBuffer(),
})
