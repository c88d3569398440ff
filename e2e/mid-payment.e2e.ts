import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askedAbout,
  begin,
  closePanel,
  endsWithKey,
  looks,
  openPayment,
  payer,
  payOpen,
  put,
  type Method,
} from './payer.ts'
import { openShop, type Shop } from './shop.ts'

// What happens in the middle of a payment: the buyer ends with his keys or is told the state of his money, never with a wrong page.

let shop: Shop
let product: { id: string; name: string; price: number }
beforeAll(async () => {
  shop = await openShop()
  const list = (await shop.api('/api/product/list-featured-products')) as {
    id: string
    name: string
    price: number
    stock: string
    currency: string
  }[]
  product = list.find(({ stock, currency }) => stock === 'in' && currency === 'BRL')!
})
afterAll(() => shop?.close())

const pairs: readonly [Method, Method][] = [
  ['pix', 'crypto'],
  ['crypto', 'pix'],
  ['card', 'pix'],
  ['card', 'crypto'],
]

describe('a change of method', () => {
  for (const [first, second] of pairs)
    it(`from ${first} to ${second}: only the new payment is asked about, and paying it brings the key [B1]`, async () => {
      const buyer = await payer(shop, `Troca ${first} ${second}`)
      const { page } = buyer
      await put(buyer, product.id)
      await page.goto('/checkout')
      await begin(page, first)
      const old = (await openPayment(buyer)).payment.paymentId
      if (first === 'card') await page.goto('/checkout')
      else await closePanel(page)
      await begin(page, second)
      const { paymentId } = (await openPayment(buyer)).payment
      expect(paymentId).not.toBe(old)
      const asked = askedAbout(page)
      await looks(page, 2)
      expect([...new Set(asked)]).toEqual([paymentId])
      expect(new URL(page.url()).pathname).toBe('/checkout')
      await payOpen(shop, buyer)
      await endsWithKey(page)
      await buyer.context.close()
    })
})
