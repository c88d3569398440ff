import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import type { DrawRequest, Draw, Drawing, DrawReply } from './platform/drawing/drawing-threads.ts'

// CPU-bound work that needs only its arguments: drawing letters, PDFs and cards, and parsing mails
// from strangers. A separate thread (platform/drawing/drawing-threads.ts) does one task after the
// other.

/** Each module is imported at its first use. */
const drawings: Record<Drawing, () => Promise<Draw>> = {
  mail: async () => (await import('./domains/mails/mails.letter.ts')).writeMail,
  invoice: async () => (await import('./domains/orders/invoice.drawing.ts')).drawInvoice,
  evidence: async () =>
    (await import('./domains/payments/disputes/evidence.drawing.ts')).drawEvidence,
  card: async () => (await import('./public-pages/card.drawing.ts')).letterCard,
  letter: async () => (await import('./domains/tickets/mail-letter.rules.ts')).parseLetterOf,
  report: async () => (await import('./domains/tickets/mail-bounce.rules.ts')).readReport,
}

// On Linux each thread has its own priority, so requests go before drawings. Elsewhere the call
// would lower the priority of the whole process.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), 10))

let lastDrawing: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, name, input }: DrawRequest) => {
  lastDrawing = lastDrawing.then(async () => {
    let drawReply: DrawReply

    try {
      drawReply = { id, result: await (await drawings[name]())(input as never) }
    } catch (error) {
      drawReply = { id, error }
    }

    parentPort?.postMessage(drawReply)
  })
})
