import PDFDocument from 'pdfkit'

/** A PDF of A4 pages, drawn by `draw`. */
export async function renderPdf(
  information: { title: string; author: string; at: Date },
  draw: (document: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: information.title, Author: information.author, CreationDate: information.at },
  })

  const pdfChunks: Buffer[] = []

  const documentEnd = new Promise<void>((done, failed) => {
    document
      .on('data', (chunk: Buffer) => pdfChunks.push(chunk))
      .once('end', done)
      .once('error', failed)
  })

  draw(document)
  document.end()
  await documentEnd

  return Buffer.concat(pdfChunks)
}
