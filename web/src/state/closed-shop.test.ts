import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { setNavigation } from '../routing/navigation.ts'
import { holdPage, shopClosed, staysOpen } from './closed-shop.ts'

const place = { pathname: '/', search: '', href: '' }
let went: string[] = []
let from: unknown[] = []

beforeEach(() => {
  went = []
  from = []
  vi.stubGlobal('window', { location: place })

  setNavigation((path, state) => {
    went.push(path)
    from.push(state)
  })
})

afterEach(() => vi.unstubAllGlobals())

const at = (pathname: string, search = '') =>
  Object.assign(place, { pathname, search, href: `https://loja.test${pathname}${search}#fim` })

describe('a closed shop', () => {
  it('leads to /maintenance from the pages of the shop [S034]', () => {
    for (const path of ['/', '/products', '/status', '/register', '/dashboard', '/checkout']) {
      at(path)
      shopClosed()
    }
    expect(went).toEqual(Array(6).fill('/maintenance'))
  })

  it('remembers the page to which the visitor returns', () => {
    at('/products', '?q=lápis')
    shopClosed()
    expect(from).toEqual([{ from: 'https://loja.test/products?q=lápis#fim' }])
  })

  it('keeps the login and the pages where a payment ends open [Q97, F123]', () => {
    for (const [path, search] of [
      ['/login', ''],
      ['/success', '?payment_id=a'],
      ['/failed', '?payment_id=a'],
      ['/status', '?session_id=cs_test_a'],
      ['/maintenance', ''],
    ] as const) {
      expect(staysOpen({ pathname: path, search })).toBe(true)
      at(path, search)
      shopClosed()
    }
    expect(went).toEqual([])
  })

  it('keeps a page while a payment on it is under way, and leads away when that ends there [F123]', () => {
    at('/checkout')
    const letGo = holdPage()
    shopClosed()
    expect(went).toEqual([])
    letGo()
    expect(went).toEqual(['/maintenance'])
    const paid = holdPage()
    shopClosed()
    at('/success')
    paid()
    expect(went).toEqual(['/maintenance'])
  })

  it('a shop that stayed open leads nowhere when a payment ends [F123]', () => {
    at('/checkout')
    holdPage()()
    expect(went).toEqual([])
  })
})
