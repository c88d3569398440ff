import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { drawInvoice, Invoice } from './domains/orders/invoice.drawing.ts'
import { drawInThread, endDrawingThreads } from './platform/drawing/drawing-threads.ts'
import { enqueue } from './platform/queue/jobs.ts'
import { person } from './testing/make.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// The thread that draws mails and PDFs does not block requests. When the thread dies, no mail is
// lost.

const invoice: Invoice = {
  language: 'pt-BR',
  timeZone: 'America/Sao_Paulo',
  site: { siteName: 'Loja da Bia', contactEmail: 'ajuda@loja.test', accentColor: '' },
  paidAt: new Date('2026-03-04T12:00:00Z'),
  customer: { name: 'Ana Souza', email: 'ana@exemplo.test' },

  order: {
    id: '01941f29-7c00-7bb2-9c55-0d1f5e0a1042',
    number: 'ORD-001042',
    status: 'completed',
    currency: 'BRL',
    paymentMethod: 'pix',
    subtotalCents: 9_980,
    discountCents: 0,
    couponCode: null,
    totalCents: 9_980,
  },

  lines: [{ name: 'Reinos de Basaltar', quantity: 2, unitCents: 4_990 }],
}

const draw = (given: Invoice) => drawInThread<typeof drawInvoice>('invoice', given)
const nextThread = () => new Promise<Worker>((done) => process.once('worker', done))

beforeEach(() => endDrawingThreads())

describe('the drawing thread', () => {
  it('starts with the first drawing and serves the next; the shop answers requests meanwhile', async () => {
    const begun: Worker[] = []
    const note = (worker: Worker) => begun.push(worker)
    process.on('worker', note)

    try {
      expect(begun).toHaveLength(0)
      const { bytes, fileName } = await draw(invoice)
      expect(fileName).toBe('fatura-ORD-001042.pdf')
      expect(Buffer.from(bytes).toString('latin1')).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/)
      // Drawing hundreds of pages takes a second. In the main thread it would block all requests.
      let turns = 0
      let drawn = false

      const turn = () => {
        turns++
        if (!drawn) setTimeout(turn, 1)
      }

      turn()
      await draw({ ...invoice, lines: Array(3_000).fill(invoice.lines[0]) })
      drawn = true
      expect(turns).toBeGreaterThan(50)
      expect(begun).toHaveLength(1)
    } finally {
      process.off('worker', note)
    }
  })

  it.skipIf(process.platform !== 'linux')('has a lower priority than requests', async () => {
    const nicenesses = () =>
      readdirSync('/proc/self/task').map((id) =>
        Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]!.split(' ')[16]),
      )

    await draw(invoice)
    expect(nicenesses().filter((nice) => nice >= 10).length).toBeGreaterThan(0)
    expect(Math.min(...nicenesses())).toBeLessThan(10)
  })

  it('reports a drawing that fails, and draws the next', async () => {
    await expect(draw({ ...invoice, timeZone: 'Nowhere/Else' })).rejects.toThrow(
      'Invalid time zone specified: Nowhere/Else',
    )
    expect((await draw(invoice)).fileName).toBe('fatura-ORD-001042.pdf')
  })

  it('is given up when the shop closes, in the middle of a drawing', async () => {
    const thread = nextThread()
    const long = draw({ ...invoice, lines: Array(100_000).fill(invoice.lines[0]) })
    const rejection = expect(long).rejects.toThrow('the shop is closing')
    const worker = await thread
    const exited = once(worker, 'exit')
    await once(worker, 'online')
    endDrawingThreads()
    await rejection
    await exited
  })

  it('that dies fails its waiting drawings; the next drawing starts a new one', async () => {
    const thread = nextThread()
    const two = Promise.allSettled([draw(invoice), draw(invoice)])
    await (await thread).terminate()
    expect((await two).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await draw(invoice)).fileName).toBe('fatura-ORD-001042.pdf')
  })
})

describe('a mail whose thread dies', () => {
  let testShop: TestShop
  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true })
  })
  afterAll(() => testShop?.close())

  it('is retried and arrives once; until then its job has the reason', async () => {
    const customer = await person(testShop.app, { name: 'Ana Souza' })
    const arrived = () => testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${customer.email}`)
    await enqueue(testShop.app, 'mail.welcome', { userId: customer.userId })
    process.once('worker', (thread: Worker) => void thread.terminate())
    await testShop.drain()
    expect(await arrived()).toEqual([])
    const { rows } = await testShop.app.pool.query(
      "select attempts, last_error from graphile_worker.jobs where task_identifier = 'mail.welcome'",
    )
    expect(rows).toEqual([{ attempts: 1, last_error: 'the drawing thread ended during a drawing' }])
    await testShop.app.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await testShop.drain()
    expect(await arrived()).toMatchObject([{ subject: 'Boas-vindas à Chaveiro' }])
    await testShop.drain()
    expect(await arrived()).toHaveLength(1)
  })
})
