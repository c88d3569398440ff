import { describe, expect, it } from 'vitest'

import type { App } from '../../platform/app.ts'
import {
  chargesFor,
  isCharged,
  isItsMoney,
  isOffered,
  isTestMoney,
  providerOf,
} from './methods.rules.ts'

const bank = { name: 'bank' }
const cards = { name: 'cards' }
const savedCards = { name: 'saved cards' }

type Shop = {
  production?: boolean
  /** The providers in test mode. */
  inTest?: string[]
  charges?: Record<string, unknown>
  crypto?: unknown
  aside?: { test: boolean; charges: unknown } | null
}

const shop = ({
  production = true,
  inTest = [],
  charges = { pix: bank, stripe: cards, crypto: null },
  crypto = { name: 'exchange' },
  aside = null,
}: Shop = {}): App =>
  ({
    config: { production },
    providers: { charges, crypto },
    providerSettings: {
      isTest: (name: string) => inTest.includes(name),
      aside: (name: string) => (name === 'card' ? aside : null),
    },
  }) as unknown as App

it('each method has its provider; an order by staff has none', () => {
  expect(providerOf).toEqual({ pix: 'pix', stripe: 'card', crypto: 'crypto' })
  expect((['pix', 'stripe', 'crypto', 'given', 'outside'] as const).map(isCharged)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

it('a card moves test money while its provider has test credentials', () => {
  expect(isTestMoney(shop({ inTest: ['card'] }), 'stripe')).toBe(true)
  expect(isTestMoney(shop({ inTest: ['card'] }), 'pix')).toBe(false)
})

describe('whether a method is offered', () => {
  const offered = (options: Shop, isStaff?: boolean) =>
    (['pix', 'stripe', 'crypto'] as const).filter((method) =>
      isOffered(shop(options), method, isStaff),
    )

  it('only with a provider', () => {
    expect(offered({})).toEqual(['pix', 'stripe', 'crypto'])
    expect(offered({ crypto: null })).toEqual(['pix', 'stripe'])
    expect(offered({ charges: { pix: null, stripe: cards, crypto: null } })).toEqual([
      'stripe',
      'crypto',
    ])
    expect(offered({ charges: { pix: null, stripe: null, crypto: null } }, true)).toEqual([
      'crypto',
    ])
  })

  it('in a production shop with test money to staff only [P424]', () => {
    const inTest = ['pix', 'crypto']
    expect(offered({ inTest })).toEqual(['stripe'])
    expect(offered({ inTest }, false)).toEqual(['stripe'])
    expect(offered({ inTest }, true)).toEqual(['pix', 'stripe', 'crypto'])
    expect(offered({ inTest, production: false })).toEqual(['pix', 'stripe', 'crypto'])
  })
})

describe('whether a payment still has the money in which it was opened', () => {
  it.each([
    ['real money as before', {}, 'pix', false, true],
    ['test money as before', { inTest: ['pix'] }, 'pix', true, true],
    ['test money before, real money now', {}, 'pix', true, false],
    ['real money before, test money now', { inTest: ['pix'] }, 'pix', false, false],
    ['a demo shop has one kind of money', { production: false }, 'pix', true, true],
    ['an order by staff was never charged', {}, 'given', false, false],
    ['an order by staff in a demo shop', { production: false }, 'given', false, false],
  ] as const)('%s', (...row) => {
    const [, options, method, testMode, expected] = row
    expect(isItsMoney(shop(options as Shop), { method, testMode })).toBe(expected)
  })
})

describe('the provider to ask about a payment', () => {
  it('is the one in use while the kind of money is the same', () => {
    expect(chargesFor(shop(), { method: 'stripe', testMode: false })).toBe(cards)
    expect(chargesFor(shop(), { method: 'pix', testMode: false })).toBe(bank)
    expect(chargesFor(shop(), { method: 'crypto', testMode: false })).toBeNull()
  })

  it('has the saved credentials of the other kind of money after a switch [P427]', () => {
    const payment = { method: 'stripe', testMode: true } as const
    const aside = { test: true, charges: savedCards }
    expect(chargesFor(shop({ aside }), payment)).toBe(savedCards)
    expect(chargesFor(shop({ aside: { test: false, charges: savedCards } }), payment)).toBeNull()
    expect(chargesFor(shop({ aside: { test: true, charges: null } }), payment)).toBeNull()
    expect(chargesFor(shop({ aside: null }), payment)).toBeNull()
    expect(chargesFor(shop({ aside }), { method: 'pix', testMode: true })).toBeNull()
  })

  it('is absent for an order by staff', () => {
    const demo = shop({ production: false, charges: { given: cards } })
    expect(chargesFor(demo, { method: 'given', testMode: false })).toBeNull()
  })
})
