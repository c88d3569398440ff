import { readFile } from 'node:fs/promises'

import { drawInThread } from '../platform/drawing/drawing-threads.ts'
import type { CardFacts, letterCard } from './card.drawing.ts'

/**
 * The icons of the installed app: file name, edge in pixels, and the share of it that the mark
 * fills (a maskable icon is cut to a circle).
 */
export const icons = {
  'icon-192.png': [192, 1],
  'icon-512.png': [512, 1],
  'maskable-512.png': [512, 0.72],
  'apple-touch-icon.png': [180, 0.86],
  'favicon.png': [64, 1],
} as const satisfies Record<string, readonly [number, number]>

/**
 * One icon as PNG, drawn from the picture that staff uploaded, else from the mark of the web app.
 */
export async function drawIcon(
  name: keyof typeof icons,
  webRoot: string,
  own: Uint8Array | null,
): Promise<Buffer> {
  const [edge, share] = icons[name]
  if (own) return drawOwnIcon(own, edge, share)

  const [{ default: sharp }, mark] = await Promise.all([
    import('sharp'),
    readFile(`${webRoot}/favicon.svg`),
  ])

  if (share === 1)
    return sharp(mark, { density: 72 * (edge / 32) })
      .resize(edge, edge)
      .png()
      .toBuffer()

  const inner = Math.round(edge * share)

  const drawn = await sharp(mark, { density: 72 * (inner / 32) })
    .resize(inner, inner)
    .png()
    .toBuffer()

  return sharp({ create: { width: edge, height: edge, channels: 4, background: '#0b1019' } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}

/** A square of the middle of a picture; where nothing may shine through, on a ground that shows it. */
async function drawOwnIcon(own: Uint8Array, edge: number, share: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const inner = Math.round(edge * share)
  const drawn = await sharp(own).resize(inner, inner, { fit: 'cover' }).png().toBuffer()
  if (share === 1) return drawn

  return sharp({
    create: { width: edge, height: edge, channels: 4, background: await groundOf(own) },
  })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}

/** White under a dark picture, dark under a light one, by what of it is to be seen. */
async function groundOf(own: Uint8Array): Promise<string> {
  const { default: sharp } = await import('sharp')
  const [r, g, b] = await sharp(own).resize(1, 1).ensureAlpha().raw().toBuffer()

  return 0.299 * r! + 0.587 * g! + 0.114 * b! > 170 ? '#0b1019' : '#ffffff'
}

/** The uploaded logo as PNG, since not every mailbox knows WebP; twice as high as it stands there. */
export async function drawLogo(own: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(own)
    .resize({ height: 64, width: 320, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

/** A cover in the size of a card, 1200 × 630: whole, on a blurred copy of itself. */
export async function drawCover(file: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const [width, height] = [1200, 630]
  const cover = () => sharp(file, { density: 216 }).flatten({ background: '#0b1019' })
  const whole = await cover().resize({ width, height, fit: 'inside' }).toBuffer()

  return sharp(await cover().resize(width, height, { fit: 'cover' }).blur(40).png().toBuffer())
    .composite([{ input: whole }])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

/** What a card says. */
export type CardWords = Omit<CardFacts, 'isBare'>

/**
 * The picture that goes with a shared link, 1200 × 630: what the page is, one sentence, the shop's
 * mark. sharp paints in threads of its own.
 */
export async function drawCard(words: CardWords, own: Uint8Array | null = null): Promise<Buffer> {
  const [{ default: sharp }, letters] = await Promise.all([
    import('sharp'),
    drawInThread<typeof letterCard>('card', { ...words, isBare: own !== null }),
  ])

  const card = sharp(Buffer.from(letters))
  if (own) card.composite(await Promise.all(places.map((place) => placed(own, place))))

  return card.png({ palette: true, quality: 90 }).toBuffer()
}

/** Where a card shows the shop's icon: large in its ring, small beside the name. */
const places = [
  { left: 910, top: 150, edge: 200 },
  { left: 88, top: 522, edge: 36 },
] as const

const placed = async (own: Uint8Array, { left, top, edge }: (typeof places)[number]) => ({
  left,
  top,
  input: await (
    await import('sharp')
  )
    .default(own)
    .resize(edge, edge, { fit: 'cover' })
    .png()
    .toBuffer(),
})
