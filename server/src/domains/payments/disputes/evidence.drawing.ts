import { renderPdf } from '../../../platform/drawing/pdf.ts'

export type Section = { title: string; rows: string[] }

export type Evidence = {
  sections: readonly Section[]
  title: string
  siteName: string
  made: string
  now: Date
}

/** Draw the evidence pack of a sale as PDF. Runs in the drawing thread, since it loads pdfkit. */
export const drawEvidence = ({
  sections,
  title,
  siteName,
  made,
  now,
}: Evidence): Promise<Uint8Array> =>
  renderPdf({ title, author: siteName, at: now }, (document) => {
    document
      .font('Helvetica-Bold')
      .fontSize(18)
      .fillColor('#0b1220')
      .text(siteName)
      .fontSize(13)
      .text(title)

    document.font('Helvetica').fontSize(9).fillColor('#667085').text(made).moveDown()

    for (const section of sections) {
      document
        .font('Helvetica-Bold')
        .fontSize(11)
        .fillColor('#0b1220')
        .text(section.title)
        .font('Helvetica')
        .fontSize(9)

      for (const textLine of section.rows) document.text(textLine)
      document.moveDown()
    }
  })
