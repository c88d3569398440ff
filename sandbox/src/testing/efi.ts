import { beforeEach, expect } from 'vitest'

import { bench, useBench } from './use-bench.ts'

// Shared by the Efí tests: one sandbox per test file, emptied before each test, with the shop's
// webhook registered.

let counter = 0

/** Uses a bench on which the shop's webhook is registered for the PIX key. */
export function useEfi(): void {
  useBench()
  beforeEach(async () => {
    await bench.pix('PUT', `/v2/webhook/${bench.sandbox.env['PIX_KEY']}`, {
      webhookUrl: `${bench.sandbox.env['PIX_WEBHOOK_URL']}?hmac=SECRET&ignorar=`,
    })
    bench.store.received.length = 0
  })
}

export const newTxid = (): string => `txid${String(++counter).padStart(28, '0')}`

/** The body of a new charge. */
export const chargeBody = (more: object = {}): object => ({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '52998224725', nome: 'Francisco da Silva' },
  valor: { original: '123.45' },
  chave: bench.sandbox.env['PIX_KEY'],
  solicitacaoPagador: 'Pedido ORD-1001',
  infoAdicionais: [{ nome: 'Pedido', valor: 'ORD-1001' }],
  ...more,
})

/** Create a charge and return its txid. */
export async function charged(more: object = {}): Promise<string> {
  const txid = newTxid()
  const reply = await bench.pix('PUT', `/v2/cob/${txid}`, chargeBody(more))
  expect(reply.status).toBe(201)

  return txid
}
