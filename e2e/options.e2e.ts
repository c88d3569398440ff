import type { Language } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { showKeys } from './buyer.ts'
import { begin, endsWithKey, payer, payOpen } from './payer.ts'
import { signIn } from './routes.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

// A product with two options in a real shop, from the choice on its page to the delivered key.

let shop: Shop
let product: { id: string; name: string; slug: string; price: number }
const keys = ['VIDA-2026-AAAA-0001', 'VIDA-2026-AAAA-0002']

beforeAll(async () => {
  shop = await openShop()

  const list = (await shop.api('/api/product/list-featured-products')) as (typeof product & {
    stock: string
    currency: string
    provider: string
  })[]

  product = list.find(
    ({ stock, currency, provider }) => stock === 'in' && currency === 'BRL' && provider === 'stock',
  )!
  const { headers } = await signIn(shop, 'admin@demo.test')
  const post = (path: string, body: object) =>
    shop.api(path, { method: 'POST', headers, body: JSON.stringify(body) })

  const { variant } = await post(`/api/admin/product/${product.id}/variants`, {
    firstName: 'Por um tempo',
    name: 'Para sempre',
    nameEn: 'For good',
    price: 399.9,
    compareAtPrice: 499.9,
    validityDays: null,
  })

  const { added } = await post('/api/admin/stock', {
    productId: product.id,
    variantId: variant.id,
    licenses: keys,
  })

  expect(added).toBe(2)
})

afterAll(() => shop?.close())

const words: Record<
  Language,
  {
    option: string
    price: string
    struck: string
    add: string
    checkout: string
    term: string
  }
> = {
  'pt-BR': {
    option: 'Para sempre',
    price: 'R$ 399,90',
    struck: 'Preço anterior R$ 499,90',
    add: 'Adicionar ao carrinho',
    checkout: 'Finalizar compra',
    term: 'Vitalícia',
  },

  'en-US': {
    option: 'For good',
    price: 'R$399.90',
    struck: 'Previous price R$499.90',
    add: 'Add to cart',
    checkout: 'Check out',
    term: 'Lifetime',
  },
}

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('the second option of a product', () => {
  it.each([
    ['pt-BR', 360],
    ['en-US', 1280],
  ] as const)(
    'is chosen, paid by PIX and told with its key under both names: %s, %i px wide [L014, L033, L034]',
    async (language, width) => {
      const said = words[language]
      const buyer = await payer(shop, `Escolhe ${width}`, language)
      const { page, context, complaints } = buyer
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 })
      const fits = async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)

      await page.goto(`/products/${product.slug}`)
      await page.locator('html[data-ready]').waitFor()
      const radio = page.getByRole('radio', { name: said.option })
      const optionRow = page.locator('label').filter({ has: radio })
      await radio.check()
      await expect
        .poll(async () => plain(await optionRow.innerText()))
        .toContain(`${said.option} ${said.term}`)
      expect(plain((await optionRow.locator('s').textContent())!)).toBe(said.struck)
      await fits()
      await page.getByRole('main').getByRole('button', { name: said.add }).first().click()
      const drawer = page.getByRole('dialog')
      await drawer.getByText(said.price).first().waitFor()
      await drawer.getByText(`· ${said.option}`, { exact: true }).waitFor()
      await fits()

      await drawer.getByRole('link', { name: said.checkout }).click()
      await page.waitForURL('**/checkout')
      await page.getByText(said.option).first().waitFor()
      await fits()
      await begin(page, 'pix', language)
      await payOpen(shop, buyer)
      await endsWithKey(page, language)
      const name = `${product.name} · Para sempre`
      await page.getByRole('heading', { name, exact: true, level: 3 }).waitFor()
      expect(keys).toContain(await page.getByTestId('licence-key').innerText())
      await fits()

      await page.goto('/dashboard/orders')
      await showKeys(page)
      const line = page.getByRole('listitem').filter({ hasText: name }).first()
      await expect
        .poll(async () => plain(await line.innerText()))
        .toMatch(/^.* · Para sempre 1 × R\$ ?399[,.]90 .*VIDA-2026-AAAA-000[12]/)
      await fits()
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})
