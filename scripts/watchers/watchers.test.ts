import { describe, expect, it } from 'vitest'

import { openWatchers } from './watchers.mjs'

const watchers = openWatchers()

const first = (file: string, count = 3) =>
  watchers
    .of(file)
    .slice(0, count)
    .map(({ test }) => test)

const all = (file: string) => watchers.of(file).map(({ test }) => test)

// The tests that a new contributor gets for each type of file. They do not depend on recordings.
describe('the tests that watch a file', () => {
  it('those of its name beside it come first', () => {
    expect(first('server/src/domains/cart/cart.admin.routes.ts', 1)).toEqual([
      'server/src/domains/cart/cart.admin.test.ts',
    ])

    expect(first('server/src/platform/text/money.ts', 2).toSorted()).toEqual([
      'server/src/platform/text/money.properties.test.ts',
      'server/src/platform/text/money.test.ts',
    ])

    expect(first('web/src/features/admin/coupons/coupon-fields.ts', 1)).toEqual([
      'web/src/features/admin/coupons/coupon-fields.test.ts',
    ])
  })

  it('a changed test is its own first watcher, and a helper leads to those that import it', () => {
    expect(first('screens/carts.screen.ts', 1)).toEqual(['screens/carts.screen.ts'])
    expect(all('screens/cart-samples.ts')).toContain('screens/cart.screen.ts')
  })

  it('a contract leads to the screens and tests that make its calls', () => {
    expect(all('contracts/src/admin/carts.ts')).toContain('screens/carts.screen.ts')
    expect(all('contracts/src/admin/carts.ts')).toContain(
      'server/src/domains/cart/cart.admin.test.ts',
    )

    // The tests of the contract's domain come before other tests whose calls have a similar path.
    expect(first('contracts/src/reviews.ts', 8)).toContain(
      'server/src/domains/reviews/reviews.test.ts',
    )
    expect(all('contracts/src/reviews.ts')).not.toContain('screens/cart-adding.screen.ts')
  })

  it('texts lead to the test of both languages, a stylesheet to tests that measure', () => {
    expect(first('web/public/locales/pt-BR/admin.json', 1)).toEqual([
      'web/src/i18n/locales.test.ts',
    ])
    const measuring = all('web/src/tokens.css')
    expect(measuring.length).toBeGreaterThan(3)
    expect(measuring.some((test) => test.startsWith('screens/'))).toBe(true)
  })

  it('a migration leads to the tests of the schema, a page of the guide to those that read it', () => {
    expect(all('server/src/db/migrations/0125-units-of-a-variant.sql')).toContain(
      'server/src/db/migrate.test.ts',
    )
    expect(all('docs/operations/retention.md').length).toBeGreaterThan(0)
  })

  it('a line of a kind leads to the test that tries the kind everywhere', () => {
    const sure = (file: string) =>
      watchers
        .of(file)
        .filter(({ isSure }) => isSure)
        .map(({ test, why }) => `${test}: ${why}`)

    expect(sure('web/src/features/admin/desk/refund-form.tsx')).toContain(
      'screens/dollars.screen.ts: tries amounts in dollars',
    )
    expect(sure('web/src/features/admin/stock/key-details.tsx')).toContain(
      'screens/confirmations.sampled.screen.ts: tries questions before an act',
    )
    expect(sure('server/src/platform/text/money.ts')).toEqual([])
  })
})
