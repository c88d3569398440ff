import { describe, expect, it } from 'vitest'
import {
  linesKey,
  next,
  nothingOpen,
  openOf,
  phaseOf,
  sequelOf,
  watched,
  type LiveState,
  type Method,
  type OpenPayment,
} from './live-payment.ts'

const open = (method: Method, paymentId: string) =>
  ({ method, paymentId, amount: 10, currency: 'BRL', lines: '1 × A' }) as OpenPayment
const waiting = (method: Method, paymentId: string): LiveState => ({
  ...nothingOpen,
  open: open(method, paymentId),
})
const methods: readonly Method[] = ['pix', 'crypto', 'card']

describe('the one payment of the checkout', () => {
  for (const first of methods)
    for (const second of methods.filter((method) => method !== first))
      it(`${first} then ${second}: nothing is asked about while the second starts, then only the second (B1)`, () => {
        const starting = next(waiting(first, 'old'), { type: 'starting', method: second })
        expect(watched(starting)).toBeNull()
        const done = next(starting, { type: 'opened', open: open(second, 'new') })
        expect(watched(done)?.paymentId).toBe('new')
        expect(phaseOf(done, first, true)).toBe('idle')
        expect(phaseOf(done, second, true)).toBe('waiting')
      })

  it('a start that is refused leaves the open payment as it was, and watched again (B1)', () => {
    const state = next(next(waiting('pix', 'old'), { type: 'starting', method: 'crypto' }), {
      type: 'refused',
      failure: { method: 'crypto', text: 'Sem cotação', code: 'x', paymentId: null },
    })
    expect(watched(state)?.paymentId).toBe('old')
    expect(phaseOf(state, 'crypto', true)).toBe('failed')
    expect(phaseOf(next(state, { type: 'again' }), 'crypto', true)).toBe('idle')
    expect(phaseOf(state, 'pix', true)).toBe('waiting')
  })

  it('a payment for another content or amount leaves its method idle, and is still watched (B7)', () => {
    const state = waiting('pix', 'old')
    expect(phaseOf(state, 'pix', false)).toBe('idle')
    expect(watched(state)?.paymentId).toBe('old')
  })

  it('a wrong CPF is told at its field, not as a failed payment (B9)', () => {
    const state = next(nothingOpen, {
      type: 'refused',
      failure: {
        method: 'pix',
        text: 'CPF inválido.',
        code: 'payment.cpf_invalid',
        paymentId: null,
      },
    })
    expect(phaseOf(state, 'pix', false)).toBe('idle')
    expect(state.failure?.text).toBe('CPF inválido.')
  })
})

const reply = (part: object) =>
  ({
    status: 'pending',
    payment: { paymentId: 'p', amount: 30, currency: 'BRL', reason: null },
    cartItems: [
      { product: { name: 'B', price: 10 }, quantity: 2 },
      { product: { name: 'A', price: 10 }, quantity: 1 },
    ],
    ...part,
  }) as never

describe('what a status reply means', () => {
  it('money that came leads to the success page, also where it was sent back since; a pending payment to nowhere (B1, B2)', () => {
    expect(sequelOf(reply({}))).toBeNull()
    expect(sequelOf(reply({ status: 'completed' }))).toEqual({ go: 'success', paymentId: 'p' })
    expect(sequelOf(reply({ status: 'refunded' }))).toEqual({ go: 'success', paymentId: 'p' })
  })

  it('a failed payment tells its words; a replaced one leads to the payment in its place, or nowhere (B1)', () => {
    const failed = (reason: string, replacedBy: string | null) =>
      sequelOf(
        reply({
          status: 'failed',
          message: 'palavras',
          payment: { paymentId: 'p', reason },
          owner: { replacedBy },
        }),
      )
    expect(failed('expired', null)).toEqual({ go: 'failed', text: 'palavras' })
    expect(failed('replaced', 'q')).toEqual({ go: 'follow', paymentId: 'q' })
    expect(failed('replaced', null)).toEqual({ go: 'gone' })
    expect(sequelOf(reply({ status: 'rejected' }))).toEqual({ go: 'failed', text: null })
  })

  it('the owner gets each kind of open payment back, a stranger none (B1)', () => {
    const owner = { pix: null, crypto: null, card: null }
    const card = openOf(reply({ owner: { ...owner, card: { url: 'https://pay' } } }))
    expect(card).toMatchObject({ method: 'card', amount: 30, card: { url: 'https://pay' } })
    expect(card?.lines).toBe('1 × A\n2 × B')
    expect(openOf(reply({ owner: { ...owner, pix: { pixCode: 'c' } } }))).toMatchObject({
      method: 'pix',
      pix: { pixCode: 'c' },
    })
    expect(openOf(reply({ owner: { ...owner, crypto: { network: 'n' } } }))?.method).toBe('crypto')
    expect(openOf(reply({}))).toBeNull()
    expect(openOf(reply({ status: 'failed', owner }))).toBeNull()
  })

  it('lines compare whatever their order (B7)', () => {
    const a = { name: 'A', quantity: 1 }
    const b = { name: 'B', quantity: 2 }
    expect(linesKey([a, b])).toBe(linesKey([b, a]))
    expect(linesKey([a, b])).not.toBe(linesKey([{ ...a, quantity: 2 }, b]))
  })
})
