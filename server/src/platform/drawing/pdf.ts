import PDFDocument from 'pdfkit'

/** A PDF of A4 pages, drawn by `draw`. */
export async function pdfOf(
  information: { title: string; author: string; at: Date },
  draw: (document: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: information.title, Author: information.author, CreationDate: information.at },
  })

  const chunks: Buffer[] = []

  const finished = new Promise<void>((done, failed) => {
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', done)
      .once('error', failed)
  })

  draw(document)
  document.end()
  await finished

  return Buffer.concat(chunks)
}
