import { cutPath } from '@chaveiro/contracts/cut'
import { partOf, type Focus } from '@chaveiro/contracts/pictures'
import { readFile } from 'node:fs/promises'

import { drawInThread } from '../platform/drawing/drawing-threads.ts'
import type { letterCard } from './card.drawing.ts'
import { iconPlaces, posterPlace, type CardFacts } from './card.facts.ts'

/** Backgrounds of the default mark (web/public/favicon.svg) and of a light uploaded picture. */
const iconGround = '#ffd21f'
const darkGround = '#11120e'

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

  return sharp({ create: { width: edge, height: edge, channels: 4, background: iconGround } })
    .composite([{ input: innerPicture }])
    .png()
    .toBuffer()
}

/** The mark in one colour and without a ground, for the head of a mail. */
export async function drawMark(webRoot: string, color: string): Promise<Buffer> {
  const [{ default: sharp }, icon] = await Promise.all([
    import('sharp'),
    readFile(`${webRoot}/favicon.svg`, 'utf8'),
  ])

  const keyPath = /<path[^>]* d="([^"]+)"/.exec(icon)![1]!
  const mark =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="${color}">` +
    `<path fill-rule="evenodd" d="${keyPath}"/></svg>`

  return sharp(Buffer.from(mark), { density: 72 * 2 })
    .resize(56, 56)
    .png()
    .toBuffer()
}

/** Crops a picture to its centre square. An icon with a margin gets a contrasting background. */
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

  return 0.299 * r! + 0.587 * g! + 0.114 * b! > 170 ? darkGround : '#ffffff'
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

/** A picture of the shop: its file, and the point around which the square is cropped. */
export type CardPicture = { file: string; focus: Focus }

/** Edge of a product's picture in a mail, in pixels: twice its displayed edge. */
const motifEdge = 96

/** Draws a product's picture for a mail: a square PNG. */
export async function drawMotif(picture: CardPicture): Promise<Buffer> {
  const [{ default: sharp }, square] = await Promise.all([
    import('sharp'),
    drawSquareOf(picture, motifEdge),
  ])

  return sharp(square).png({ palette: true, quality: 90 }).toBuffer()
}

/** Crops a picture to a square for a card; the lower edge has the cut of the id. */
async function drawPoster(picture: CardPicture, id: string): Promise<Buffer> {
  const [{ default: sharp }, square] = await Promise.all([
    import('sharp'),
    drawSquareOf(picture, posterPlace.edge),
  ])

  return sharp(square)
    .composite([{ input: posterEdge(id), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

/** The square around the focus of a picture, as PNG. */
async function drawSquareOf({ file, focus }: CardPicture, edge: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const bytes = await readFile(file)

  const picture = sharp(file.endsWith('.svg') ? motifOf(bytes) : bytes, { density: 144 }).flatten({
    background: '#efecdf',
  })

  const { width, height } = await picture.metadata()

  return picture
    .extract(partOf({ width, height }, 1, focus))
    .resize(edge)
    .png()
    .toBuffer()
}

/**
 * The `#motif` view of one of our drawings. sharp ignores the fragment of a URL, so the view's box
 * replaces the drawing's.
 */
function motifOf(drawing: Buffer): Buffer {
  const svg = drawing.toString()
  const [, part] = /<view id="motif" viewBox="([^"]+)"/.exec(svg) ?? []

  return part ? Buffer.from(svg.replace(/viewBox="[^"]+"/, `viewBox="${part}"`)) : drawing
}

/** A mask: a square whose lower edge is the cut of an id, as deep as on the pages. */
function posterEdge(id: string): Buffer {
  const { edge } = posterPlace
  const depth = Math.round(edge * 0.08)

  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}">` +
      `<path d="M0 0h${edge}v${edge - depth}H0z"/><path transform="translate(0 ${edge - depth})" ` +
      `d="${cutPath(id, { width: edge, height: depth })}z"/></svg>`,
  )
}

/** The content of a card, without the two fields that depend on its pictures. */
export type CardWords = Omit<CardFacts, 'isBare' | 'hasPoster'>
type CardPictures = { icon?: Uint8Array | null; picture?: CardPicture | null }

/**
 * The preview picture of a shared link, 1200 × 630, as PNG: facts about the page, and the shop's
 * mark. The card has no picture if its file cannot be read.
 */
export async function drawCard(
  words: CardWords,
  { icon = null, picture = null }: CardPictures = {},
): Promise<Buffer> {
  const [{ default: sharp }, poster] = await Promise.all([
    import('sharp'),
    picture && drawPoster(picture, words.cut).catch(() => null),
  ])

  const letters = await drawInThread<typeof letterCard>('card', {
    ...words,
    hasPoster: poster !== null,
    isBare: icon !== null,
  })

  const iconPlace = poster ? iconPlaces.poster : iconPlaces.key

  const pictures = [
    ...(poster ? [{ ...posterPlace, input: poster }] : []),
    ...(icon ? [{ ...iconPlace, input: await drawSquare(icon, iconPlace.edge) }] : []),
  ]

  return sharp(Buffer.from(letters))
    .composite(pictures.map(({ left, top, input }) => ({ left, top, input })))
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

async function drawSquare(own: Uint8Array, edge: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(own).resize(edge, edge, { fit: 'cover' }).png().toBuffer()
}
