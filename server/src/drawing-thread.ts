import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import type { DrawRequest, Draw, Drawing, DrawReply } from './platform/drawing/drawing-threads.ts'

// Work that takes the processor for long and needs nothing but its arguments: letters, PDFs and the
// words of cards, and mails from strangers. A separate thread (platform/drawing/drawing-threads.ts)
// draws one after the other.

/** Each is read in when it is drawn for the first time. */
const drawings: Record<Drawing, () => Promise<Draw>> = {
  mail: async () => (await import('./domains/mails/mails.letter.ts')).writeMail,
  invoice: async () => (await import('./domains/orders/invoice.drawing.ts')).drawInvoice,
  evidence: async () =>
    (await import('./domains/payments/disputes/evidence.drawing.ts')).drawEvidence,
  card: async () => (await import('./public-pages/card.drawing.ts')).letterCard,
  letter: async () => (await import('./domains/tickets/mail-letter.rules.ts')).parseLetterOf,
  report: async () => (await import('./domains/tickets/mail-bounce.rules.ts')).readReport,
}

// Linux gives each thread a priority of its own: whoever pays goes before whoever is written to.
// Elsewhere it would be that of the whole shop.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), 10))

let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, name, given }: DrawRequest) => {
  last = last.then(async () => {
    let drawn: DrawReply

    try {
      drawn = { id, made: await (await drawings[name]())(given as never) }
    } catch (error) {
      drawn = { id, error }
    }

    parentPort?.postMessage(drawn)
  })
})
