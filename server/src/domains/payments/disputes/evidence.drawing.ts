import { drawTornHead } from '../../../platform/drawing/pdf.head.ts'
import { renderPdf, type Paper } from '../../../platform/drawing/pdf.ts'

export type Section = { title: string; rows: string[] }

export type Evidence = {
  sections: readonly Section[]
  title: string
  siteName: string
  accentColor: string
  /** The order's id, whose cut the document has. */
  cut: string
  language: string
  made: string
  now: Date
}

/** Draw the evidence pack of a sale as PDF. Runs in the drawing thread, since it loads pdfkit. */
export const drawEvidence = (evidence: Evidence): Promise<Uint8Array> => {
  const { sections, title, siteName, made, now, language } = evidence

  return renderPdf({ title, author: siteName, at: now, language }, (paper) => {
    drawTornHead(paper, evidence)
    paper.write(title, { face: 'display', size: 20 })
    paper.write(made, { size: 9, color: '#57553f' })
    paper.y += 16
    for (const section of sections) drawSection(paper, section)
  })
}

function drawSection(paper: Paper, { title, rows }: Section): void {
  paper.keepRoom(48)
  paper.write(title, { face: 'bold', size: 11 })
  paper.y += 2

  for (const row of rows) {
    paper.keepRoom(paper.heightOf(row, { size: 9 }))
    paper.write(row, { size: 9 })
  }

  paper.y += 12
}
