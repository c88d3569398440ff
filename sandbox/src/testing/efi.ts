import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openBench, type Bench } from './bench.ts'

// What the tests of Efí share: a sandbox a file, emptied before each test, with the shop's webhook registered.

export let bench: Bench
let counter = 0

/** Opens the sandbox of a test file and closes it at the end; `bench` is it. */
export function useBench(): void {
  beforeAll(async () => {
    bench = await openBench()
  })
  afterAll(async () => {
    await bench.close()
  })
  beforeEach(async () => {
    await bench.control('POST', '/reset')
    await bench.pix('PUT', `/v2/webhook/${bench.sandbox.env['PIX_KEY']}`, {
      webhookUrl: `${bench.sandbox.env['PIX_WEBHOOK_URL']}?hmac=SECRET&ignorar=`,
    })
    bench.store.received.length = 0
    bench.store.answer = () => 200
  })
}

export const newTxid = (): string => `txid${String(++counter).padStart(28, '0')}`

/** The body that asks for a charge. */
export const asked = (more: object = {}): object => ({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '52998224725', nome: 'Francisco da Silva' },
  valor: { original: '123.45' },
  chave: bench.sandbox.env['PIX_KEY'],
  solicitacaoPagador: 'Pedido ORD-1001',
  infoAdicionais: [{ nome: 'Pedido', valor: 'ORD-1001' }],
  ...more,
})

/** A charge that stands; answers its txid. */
export async function charged(more: object = {}): Promise<string> {
  const txid = newTxid()
  const reply = await bench.pix('PUT', `/v2/cob/${txid}`, asked(more))
  expect(reply.status).toBe(201)
  return txid
}
