import { accentTone } from '@chaveiro/contracts/accent'
import { cutPath } from '@chaveiro/contracts/cut'

import { pageMargin, textWidth, type Paper, type Pen } from './pdf.ts'

const pageWidth = textWidth + 2 * pageMargin
const toothHeight = 20

export type Head = {
  siteName: string
  /** The seller in one line. */
  seller?: string | undefined
  accentColor: string
  /** The id whose cut is the torn edge. */
  cut: string
}

/** The head of a document: whose it is, on the shop's colour above a torn edge. */
export function drawTornHead(paper: Paper, { siteName, seller, accentColor, cut }: Head): void {
  const { color, on } = accentTone(accentColor, 'light')
  const namePen: Pen = { face: 'display', size: 28, color: on }
  const sellerPen: Pen = { size: 9, color: on }
  const top = 32

  const height =
    top + paper.heightOf(siteName, namePen) + (seller ? paper.heightOf(seller, sellerPen) : 0) + 14

  paper.document.rect(0, 0, pageWidth, height + 0.2).fill(color)
  paper.document.save().translate(0, height)
  paper.document.path(`${cutPath(cut, { width: pageWidth, height: toothHeight })}Z`).fill(color)
  paper.document.restore()

  paper.write(siteName, { ...namePen, y: top })
  if (seller) paper.write(seller, sellerPen)
  paper.y = height + toothHeight + 24
}
