import { readFile } from 'node:fs/promises'
import { drawAside } from '../platform/drawing.ts'
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
} as const satisfies Record<string, readonly [number, number]>

/** One icon as PNG, drawn from the mark of the web app. */
export async function drawIcon(name: keyof typeof icons, webRoot: string): Promise<Buffer> {
  const [edge, share] = icons[name]
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

/**
 * The picture that goes with a shared link, 1200 × 630: what the page is, one sentence, the shop's
 * mark. sharp paints in threads of its own.
 */
export async function drawCard(facts: CardFacts): Promise<Buffer> {
  const [{ default: sharp }, letters] = await Promise.all([
    import('sharp'),
    drawAside<typeof letterCard>('card', facts),
  ])
  return sharp(Buffer.from(letters)).png({ palette: true, quality: 90 }).toBuffer()
}
