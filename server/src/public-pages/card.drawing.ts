import { cutPath } from '@chaveiro/contracts/cut'

import type { Face } from '../platform/drawing/faces.ts'
import { cutWhole } from '../platform/text/whole-cut.ts'
import { iconPlaces, type CardFacts, type CardOffer } from './card.facts.ts'
import { breakText, drawLine, type Pen } from './card.lettering.ts'

/**
 * The preview picture of a shared link, 1200 × 630, as SVG whose letters are paths. The function
 * loads fontkit and the fonts, so only the drawing thread calls it.
 */
export async function letterCard(facts: CardFacts): Promise<string> {
  const drawn = facts.hasPoster ? posterCard(facts) : keyCard(facts)

  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">' +
    `<path fill="${facts.area}" d="M0 0h1200v630H0z"/><g fill="${facts.on}">${drawn}</g></svg>`
  )
}

/** The column beside the picture. */
const column = { left: 615, width: 510 } as const

/** The name, the stars, the price and the shop beside a picture. */
function posterCard(facts: CardFacts): string {
  const title = breakText('display', cutWhole(facts.title, 80), {
    sizes: [64, 56, 48],
    width: column.width,
    rows: 3,
  })
  const lineHeight = title.size * 1.04
  const titleBaseline = 134 + title.size * 0.7
  const below = titleBaseline + (title.lines.length - 1) * lineHeight

  return (
    drawRule(facts.cut, column.left, 75) +
    drawLines('display', title, { x: column.left, y: titleBaseline, lineHeight }) +
    (facts.offer
      ? drawStars(facts.offer, { x: column.left, y: below + 62 }) +
        drawPrice(facts.offer, { x: column.left, y: 474 })
      : drawSentence(
          facts.text,
          { x: column.left, y: below + 58 },
          { width: column.width, rows: 4 },
        )) +
    (facts.isBare ? '' : drawMark(column.left, iconPlaces.poster.top, 44)) +
    drawLine('text', shorten(facts.site, 28), { size: 30, x: column.left + 54, y: 547 }).svg
  )
}

/** The name above a key; the shop's name or host name is on the key's blade. */
function keyCard(facts: CardFacts): string {
  const title = breakText('display', cutWhole(facts.title, 80), {
    sizes: [104, 88, 72, 60],
    width: 1040,
    rows: 2,
  })
  const lineHeight = title.size * 1.02
  const titleBaseline = 132 + title.size * 0.7
  const below = titleBaseline + (title.lines.length - 1) * lineHeight
  const rows = title.lines.length > 1 ? 1 : 2

  return (
    drawRule(facts.cut, 80, 75) +
    drawLines('display', title, { x: 80, y: titleBaseline, lineHeight }) +
    (facts.offer
      ? drawPrice(facts.offer, { x: 80, y: below + 86 })
      : drawSentence(facts.text, { x: 80, y: below + 66 }, { width: 1040, rows })) +
    drawKey(facts) +
    `<g fill="${facts.area}">` +
    drawLine('text', shorten(facts.site, 44), { size: 34, x: 276, y: 532 }).svg +
    '</g>'
  )
}

type Place = { x: number; y: number }

const drawLines = (
  face: Face,
  { size, lines }: { size: number; lines: readonly string[] },
  { x, y, lineHeight }: Place & { lineHeight: number },
): string =>
  lines
    .map((line, index) => drawLine(face, line, { size, x, y: y + index * lineHeight }).svg)
    .join('')

function drawSentence(
  sentence: string,
  place: Place,
  space: { width: number; rows: number },
): string {
  const broken = breakText('text', cutWhole(sentence, 160), { sizes: [34, 30, 27], ...space })
  return drawLines('text', broken, { ...place, lineHeight: broken.size * 1.36 })
}

/** The price, after the word `from` if the price is the lowest of several. */
function drawPrice({ price, from }: CardOffer, { x, y }: Place): string {
  const prefix = from ? drawLine('text', from, { size: 28, x, y }) : { svg: '', width: -14 }
  return prefix.svg + drawLine('display', price, { size: 56, x: x + prefix.width + 14, y }).svg
}

const starSize = 32

/** Five stars, filled to the nearest half, the rest paler, and the rating as text. */
function drawStars({ rating }: CardOffer, { x, y }: Place): string {
  if (!rating) return ''

  const halves = Math.round(rating.average * 2)

  const stars = Array.from({ length: 5 }, (_, index) => {
    const filledHalves = Math.min(Math.max(halves - index * 2, 0), 2)

    return (
      `<g transform="translate(${x + starSize * (index + 0.5)} ${y - 10})">` +
      (filledHalves < 2 ? `<path fill-opacity="0.25" d="${starPath}"/>` : '') +
      (filledHalves ? `<path d="${filledHalves < 2 ? leftHalfPath : starPath}"/>` : '') +
      '</g>'
    )
  })

  const words: Pen = { size: 28, x: x + starSize * 5 + 14, y }

  return stars.join('') + drawLine('text', rating.words, words).svg
}

/** The points of a star around 0,0, clockwise from the top. */
const starPoints = Array.from({ length: 10 }, (_, index) => {
  const radius = index % 2 ? 6 : 14.5
  const angle = (index * Math.PI) / 5 - Math.PI / 2

  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
})

const starPath = `M${starPoints.join('L')}z`

/** The left half of a star: from its lowest inner point to the top. */
const leftHalfPath = `M${[...starPoints.slice(5), starPoints[0]].join('L')}z`

/** A horizontal line of 216 × 24 whose lower edge is the cut of an id. */
const drawRule = (id: string, x: number, y: number): string =>
  `<path d="M${x} ${y}h216v6H${x}z"/><path transform="translate(${x} ${y + 6})" ` +
  `d="${cutPath(id, { width: 216, height: 18 })}z"/>`

/** The shop's mark, as web/src/ui/logo.tsx has it. */
const markPath =
  'M15.4 9.4H28L31.6 13.4 28.4 17H27.6L26.9 23.4H24.3L23.6 18.6H22.6L22 21.4H19.6L19 18.6H17.9L17 ' +
  '24.6H14L13.2 19.6A8 8 0 1 1 15.4 9.4ZM6.6 10.7a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6'

const drawMark = (x: number, y: number, edge: number): string =>
  `<path transform="translate(${x} ${y})scale(${edge / 32})" fill-rule="evenodd" d="${markPath}"/>`

/** A key across the card. Its bow has a hole, unless the shop's icon is put there. */
const drawKey = ({ area, cut, isBare }: CardFacts): string =>
  '<circle cx="162" cy="520" r="82"/>' +
  '<path d="M236 482H1092L1120 514L1092 546H236z"/>' +
  `<path transform="translate(262 546)" d="${cutPath(cut, { width: 816, height: 36 })}z"/>` +
  (isBare ? '' : `<circle cx="130" cy="520" r="20" fill="${area}"/>`)

const shorten = (words: string, most: number): string =>
  words.length > most ? `${cutWhole(words, most - 1).trim()}…` : words
