import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff, type Staff } from './admin.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

/** Creates keys that no other test of this file uses. */
async function stocked({ api }: Staff, name: string, keys: string[]): Promise<string> {
  const { product } = await api('/api/admin/product', {
    method: 'POST',
    body: JSON.stringify({ name, description: 'd', price: 5 }),
  })

  await api('/api/admin/stock', {
    method: 'POST',
    body: JSON.stringify({ productId: product.id, licenses: keys }),
  })

  return product.id
}

describe('keys on the screens of the back office', () => {
  for (const [device, words] of [
    [
      desk('pt-BR'),
      {
        show: 'Mostrar a chave ••••0001',
        hide: 'Ocultar a chave ••••0001',
        copy: 'Copiar a chave ••••0002',
        copied: 'Chave ••••0002 copiada',
        showAll: 'Mostrar todas as chaves',
        hideAll: 'Ocultar todas as chaves',
      },
    ],
    [
      phone('en-US'),
      {
        show: 'Show key ••••0001',
        hide: 'Hide key ••••0001',
        copy: 'Copy key ••••0002',
        copied: 'Key ••••0002 copied',
        showAll: 'Show all keys',
        hideAll: 'Hide all keys',
      },
    ],
  ] as const)
    it(`stay masked until a row’s or table’s eye opens: ${device.language}, ${device.width} [Q120, B048]`, async () => {
      const staffWindow = await staff(shop, device)
      const { page, context } = staffWindow
      const prefix = `OLHO-${device.width}`
      const product = await stocked(staffWindow, prefix, [`${prefix}-0001`, `${prefix}-0002`])
      await page.goto(`/admin/stock?productId=${product}`)
      const [one, two] = [rowOf(page, '••••0001'), rowOf(page, '••••0002')]
      await one.waitFor()
      expect(await page.content()).not.toContain(`${prefix}-000`)
      const eye = one.getByRole('button', { name: words.show })
      await eye.focus()
      await page.keyboard.press('Enter')
      const whole = (key: string) => page.getByRole('table').getByText(key, { exact: true })
      await whole(`${prefix}-0001`).waitFor()
      expect(await whole(`${prefix}-0002`).count()).toBe(0)
      await two.getByRole('button', { name: words.copy }).click()
      await two.getByRole('button', { name: words.copied }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${prefix}-0002`)
      expect(await whole(`${prefix}-0002`).count()).toBe(0)
      await page.getByRole('button', { name: words.hide }).click()
      expect(await whole(`${prefix}-0001`).count()).toBe(0)
      const all = page.getByRole('button', { name: words.showAll }).filter({ visible: true })
      await all.focus()
      await page.keyboard.press('Space')
      await whole(`${prefix}-0001`).waitFor()
      await whole(`${prefix}-0002`).waitFor()
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: words.hideAll }).filter({ visible: true }).click()
      await soon(() => whole(`${prefix}-0001`).count()).toBe(0)
      // The URL of the page contains no key.
      expect(page.url()).not.toContain(`${prefix}-0`)
      await context.close()
    })

  it('of licences and of an order are masked alike, and the order says which product each is of [Q120, B110]', async () => {
    const staffWindow = await staff(shop, desk('pt-BR'))
    const { page, context, api } = staffWindow
    const [licence] = (await api('/api/admin/licenses?limit=1')).licenses
    expect(licence.licenseKey.length).toBeGreaterThan(8)
    expect(licence.maskedKey).toBe(`••••${licence.licenseKey.slice(-4)}`)
    await page.goto(`/admin/licenses?search=${licence.licenseKey.slice(-4)}`)
    const row = rowOf(page, licence.maskedKey).first()
    await row.getByRole('button', { name: `Mostrar a chave ${licence.maskedKey}` }).click()
    await page.getByRole('table').getByText(licence.licenseKey, { exact: true }).waitFor()
    await page.goto(`/admin/orders?order=${licence.orderId}`)
    const dialog = page.getByRole('dialog')
    const unit = dialog.getByRole('listitem').filter({ hasText: licence.maskedKey }).first()
    await unit.waitFor()
    expect(await dialog.textContent()).not.toContain(licence.licenseKey)
    await unit.getByRole('button', { name: `Mostrar a chave ${licence.maskedKey}` }).click()
    await dialog.getByText(licence.licenseKey, { exact: true }).waitFor()
    await context.close()
  })
})
