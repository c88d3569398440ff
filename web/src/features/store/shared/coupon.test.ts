import { describe, expect, it } from 'vitest'

import { couponOutcome, readCoupon, writeCoupon } from './coupon.ts'

const texts = {
  applied: 'Cupom aplicado com sucesso!',
  invalid: 'Cupom inválido ou expirado.',
  applyFailed: 'Erro ao validar cupom.',
  validateFailed: 'Erro ao validar carrinho.',
}

describe('the coupon', () => {
  it('is kept uppercase under cupomCode and leaves nothing when cleared [S164]', () => {
    const map = new Map<string, string>()

    const store = {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => {
        map.set(key, value)
      },
      removeItem: (key: string) => {
        map.delete(key)
      },
    }

    writeCoupon(' volta10 ', store)
    expect([...map]).toEqual([['cupomCode', 'VOLTA10']])
    expect(readCoupon(store)).toBe('VOLTA10')
    writeCoupon('cafe\u0301', store)
    expect(readCoupon(store)).toBe('CAF\u00c9')
    map.set('cupomCode', ` ${'a'.repeat(70)}`)
    expect(readCoupon(store)).toBe('A'.repeat(64))
    writeCoupon('  ', store)
    expect(readCoupon(store)).toBe('')
    expect(map.size).toBe(0)
  })

  it('in the reply is kept and shown as applied [S165]', () => {
    expect(
      couponOutcome({ code: 'VOLTA10', pressed: true }, { coupon: ' volta10' }, texts),
    ).toEqual({
      keep: 'VOLTA10',
      outcome: { tone: 'good', text: 'Cupom aplicado com sucesso!' },
    })
  })

  it('missing in the reply is cleared and shown as invalid [S166]', () => {
    expect(couponOutcome({ code: 'NADA', pressed: true }, { coupon: null }, texts)).toEqual({
      keep: '',
      outcome: { tone: 'bad', text: 'Cupom inválido ou expirado.' },
    })
  })

  it('says nothing when no code was given', () => {
    for (const coupon of [null, 'OUTRO'])
      expect(couponOutcome({ code: '', pressed: false }, { coupon }, texts)).toEqual({
        keep: '',
        outcome: null,
      })
  })

  it('other failures show the server text, else one text for the button and one for the page [S167, S268]', () => {
    const text = 'Este cupom vale a partir de 3 compras concluídas.'
    expect(
      couponOutcome({ code: 'FIEL', pressed: true }, { error: text }, texts).outcome?.text,
    ).toBe(text)

    expect(couponOutcome({ code: 'FIEL', pressed: true }, { error: null }, texts)).toEqual({
      keep: 'FIEL',
      outcome: { tone: 'bad', text: 'Erro ao validar cupom.' },
    })

    expect(
      couponOutcome({ code: 'FIEL', pressed: false }, { error: null }, texts).outcome?.text,
    ).toBe('Erro ao validar carrinho.')
  })
})
