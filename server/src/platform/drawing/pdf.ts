import PDFDocument from 'pdfkit'

/** A4 pages as PDF, as they are drawn. */
export async function pdfOf(
  about: { title: string; author: string; at: Date },
  draw: (document: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: about.title, Author: about.author, CreationDate: about.at },
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
