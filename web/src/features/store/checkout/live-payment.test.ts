import { describe, expect, it } from 'vitest'

import {
  declinedLines,
  linesKey,
  liveReducer,
  initialLiveState,
  openPaymentOf,
  phaseOf,
  providerOf,
  nextStepOf,
  watchedPayment,
  type LiveState,
  type Method,
  type OpenPayment,
} from './live-payment.ts'

const open = (method: Method, paymentId: string) =>
  ({ method, paymentId, amount: 10, currency: 'BRL', lines: '1 × A' }) as OpenPayment

const waiting = (method: Method, paymentId: string): LiveState => ({
  ...initialLiveState,
  open: open(method, paymentId),
})

const methods: readonly Method[] = ['pix', 'crypto', 'card']

describe('the one payment of the checkout', () => {
  for (const first of methods)
    for (const second of methods.filter((method) => method !== first))
      it(`${first} then ${second}: nothing is polled while the second starts, then only the second [F121]`, () => {
        const starting = liveReducer(waiting(first, 'old'), { type: 'starting', method: second })
        expect(watchedPayment(starting)).toBeNull()
        const done = liveReducer(starting, { type: 'opened', open: open(second, 'new') })
        expect(watchedPayment(done)?.paymentId).toBe('new')
        expect(phaseOf(done, first, true)).toBe('idle')
        expect(phaseOf(done, second, true)).toBe('waiting')
      })

  it('a start that is refused leaves the open payment as it was, and watched again [F121]', () => {
    const state = liveReducer(
      liveReducer(waiting('pix', 'old'), { type: 'starting', method: 'crypto' }),
      {
        type: 'refused',
        failure: { method: 'crypto', text: 'Sem cotação', code: 'x', paymentId: null },
      },
    )

    expect(watchedPayment(state)?.paymentId).toBe('old')
    expect(phaseOf(state, 'crypto', true)).toBe('failed')
    expect(phaseOf(liveReducer(state, { type: 'again' }), 'crypto', true)).toBe('idle')
    expect(phaseOf(state, 'pix', true)).toBe('waiting')
  })

  it('a payment for other lines or another amount leaves its method idle, and is watched [F127]', () => {
    const state = waiting('pix', 'old')
    expect(phaseOf(state, 'pix', false)).toBe('idle')
    expect(watchedPayment(state)?.paymentId).toBe('old')
  })

  it('a wrong CPF is shown at its field, not as a failed payment [F129]', () => {
    const state = liveReducer(initialLiveState, {
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

describe('the events of the one payment', () => {
  const failure = { method: 'pix', text: 'Não', code: 'x', paymentId: 'old' } as const
  const state: LiveState = { open: open('pix', 'old'), starting: null, failure, declined: null }

  it('each event changes its own part of the state, and no other part [F121]', () => {
    expect(initialLiveState).toEqual({ open: null, starting: null, failure: null, declined: null })

    expect(liveReducer(state, { type: 'starting', method: 'card' })).toEqual({
      ...state,
      starting: 'card',
      failure: null,
    })

    expect(liveReducer(state, { type: 'opened', open: open('card', 'new') })).toEqual({
      open: open('card', 'new'),
      starting: null,
      failure: null,
      declined: null,
    })

    const starting: LiveState = { ...state, starting: 'card', failure: null }
    expect(liveReducer(starting, { type: 'refused', failure })).toEqual(state)
    expect(liveReducer(state, { type: 'gone' })).toEqual({ ...state, open: null })
    expect(liveReducer(state, { type: 'again' })).toEqual({ ...state, failure: null })
    expect(liveReducer(state, { type: 'back' })).toEqual({
      open: null,
      starting: null,
      failure: null,
      declined: null,
    })
  })

  it('a watched payment that failed leaves its method and id; without one nothing changes', () => {
    expect(liveReducer(state, { type: 'failed', text: 'Acabou' })).toEqual({
      open: null,
      starting: null,
      failure: { method: 'pix', paymentId: 'old', text: 'Acabou', code: '' },
      declined: null,
    })
    expect(liveReducer(initialLiveState, { type: 'failed', text: 'Acabou' })).toEqual(
      initialLiveState,
    )
  })

  it('a restored payment is used only if none is open or being started [F121]', () => {
    const found = { type: 'found', open: open('crypto', 'found') } as const

    expect(liveReducer({ ...initialLiveState, failure }, found)).toEqual({
      open: open('crypto', 'found'),
      starting: null,
      failure,
      declined: null,
    })

    expect(liveReducer(state, found)).toEqual(state)
    const starting: LiveState = { ...initialLiveState, starting: 'card' }
    expect(liveReducer(starting, found)).toEqual(starting)
  })

  it('a card that was refused is shown until the next start, and not beside an open payment', () => {
    const declined = { type: 'declined', lines: '1 × A' } as const
    const refused = liveReducer(initialLiveState, declined)
    expect(refused).toEqual({ ...initialLiveState, declined: '1 × A' })
    expect(liveReducer(refused, { type: 'starting', method: 'pix' }).declined).toBeNull()
    expect(liveReducer(state, declined)).toEqual(state)
  })

  it('a method is starting, failed, waiting or idle; the first that applies wins', () => {
    const all: LiveState = { ...state, starting: 'pix' }
    expect(phaseOf(all, 'pix', true)).toBe('starting')
    expect(phaseOf(all, 'card', true)).toBe('idle')
    expect(phaseOf(state, 'pix', true)).toBe('failed')
    expect(phaseOf({ ...state, failure: null }, 'pix', true)).toBe('waiting')
    expect(
      phaseOf({ ...state, failure: { ...failure, code: 'payment.cpf_invalid' } }, 'pix', true),
    ).toBe('waiting')
    expect(phaseOf(initialLiveState, 'pix', true)).toBe('idle')

    expect(['pix', 'card', 'crypto'].map((method) => providerOf(method as Method))).toEqual([
      'efybank',
      'stripe',
      'binance',
    ])
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
  it('paid and refunded payments lead to the success page; a pending one leads nowhere [F121, F122]', () => {
    expect(nextStepOf(reply({}))).toBeNull()
    expect(nextStepOf(reply({ status: 'completed' }))).toEqual({ go: 'success', paymentId: 'p' })
    expect(nextStepOf(reply({ status: 'refunded' }))).toEqual({ go: 'success', paymentId: 'p' })
  })

  it('a failed payment shows its text; a replaced one leads to its successor, if any [F121]', () => {
    const failed = (reason: string, replacedBy: string | null) =>
      nextStepOf(
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
    const replaced = { paymentId: 'p', reason: 'replaced' }
    expect(nextStepOf(reply({ status: 'failed', payment: replaced }))).toEqual({ go: 'gone' })
    expect(nextStepOf(reply({ status: 'rejected' }))).toEqual({ go: 'failed', text: null })
  })

  it('the owner gets each kind of open payment back, a stranger none [F121]', () => {
    const owner = { pix: null, crypto: null, card: null }
    const card = openPaymentOf(reply({ owner: { ...owner, card: { url: 'https://pay' } } }))
    const facts = { paymentId: 'p', amount: 30, currency: 'BRL', lines: '1 × A\n2 × B' }

    expect(card).toEqual({
      ...facts,
      method: 'card',
      card: { paymentId: 'p', amount: 30, currency: 'BRL', url: 'https://pay' },
    })

    expect(openPaymentOf(reply({ owner: { ...owner, pix: { pixCode: 'c' } } }))).toEqual({
      ...facts,
      method: 'pix',
      pix: { success: true, pixCode: 'c' },
    })

    expect(openPaymentOf(reply({ owner: { ...owner, crypto: { network: 'n' } } }))).toEqual({
      ...facts,
      method: 'crypto',
      crypto: { success: true, network: 'n' },
    })

    expect(openPaymentOf(reply({ owner }))).toBeNull()
    expect(
      openPaymentOf(reply({ status: 'failed', owner: { ...owner, pix: { pixCode: 'c' } } })),
    ).toBeNull()
    expect(openPaymentOf(reply({}))).toBeNull()
    expect(openPaymentOf(reply({ status: 'failed', owner }))).toBeNull()
  })

  it('a refused card is shown to its owner only; no other failure is shown as one', () => {
    const refused = {
      status: 'failed',
      payment: { paymentId: 'p', paymentMethod: 'card', reason: 'declined' },
      owner: {},
    }

    const ended = (payment: object, part: object = {}) =>
      declinedLines(reply({ ...refused, payment: { ...refused.payment, ...payment }, ...part }))

    expect(ended({})).toBe('1 × A\n2 × B')
    expect(ended({ reason: 'refused' }, { status: 'rejected' })).toBe('1 × A\n2 × B')
    expect(ended({}, { owner: undefined })).toBeNull()
    expect(ended({}, { status: 'pending' })).toBeNull()
    expect(ended({ reason: 'expired' })).toBeNull()
    expect(ended({ paymentMethod: 'pix' })).toBeNull()
  })

  it('lines are equal in any order [F127]', () => {
    const a = { name: 'A', quantity: 1 }
    const b = { name: 'B', quantity: 2 }
    expect(linesKey([a, b])).toBe(linesKey([b, a]))
    expect(linesKey([a, b])).not.toBe(linesKey([{ ...a, quantity: 2 }, b]))
  })

  it('compares a cart’s variant with a payment’s, whose name includes it', () => {
    const monthly = { name: 'Editor', variantName: '30 dias', quantity: 1 }
    expect(linesKey([monthly])).toBe(linesKey([{ name: 'Editor · 30 dias', quantity: 1 }]))
    expect(linesKey([monthly])).not.toBe(linesKey([{ ...monthly, variantName: '90 dias' }]))
  })
})
