import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { memoryFolder } from '../server/src/testing/database.ts'
import { desk, phone, soon, staff } from './admin.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

// A new shop after npm start -- --empty: three accounts, no products.

let shop: Shop
const folder = memoryFolder('e2e-empty')

beforeAll(async () => {
  shop = await openShop({ DATA_DIR: folder, DEMO_SHOP: 'empty' })
})

afterAll(async () => {
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
})

const sections = [
  'sales',
  'transactions',
  'carts',
  'products',
  'categories',
  'licenses',
  'tickets',
  'users',
  'security',
  'notifications',
  'system',
  'logs',
  'settings',
  'stock',
  'cupons',
  'orders',
]

it('every section of an empty shop says what it will hold, on a phone and a desk', async () => {
  for (const device of [phone(), desk('en-US')]) {
    const { page, t, context, complaints } = await staff(shop, device)

    for (const section of sections) {
      await page.goto(`/admin/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      // The system page of a new shop may show an alert at first; its next automatic refresh
      // removes the alert.
      await expect
        .poll(() => page.getByRole('alert').count(), { message: section, timeout: 40_000 })
        .toBe(0)
      expect(await sidewaysScroll(page), section).toBeLessThanOrEqual(0)
    }

    for (const [section, key] of [
      ['products', 'adminProducts.empty'],
      ['licenses', 'licenses.empty'],
      ['stock', 'adminStock.empty'],
      ['cupons', 'adminCoupons.empty'],
    ] as const) {
      await page.goto(`/admin/${section}`)
      await page.getByText(t('admin', key), { exact: true }).waitFor()
    }

    expect(complaints).toEqual([])
    await context.close()
  }
})

it('the first steps know what the sandbox does already, and who hides them sees them no more [P425]', async () => {
  const { page, context } = await staff(shop, phone('en-US'))
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps
    .getByText('2 of 5 done. By the end, the shop has sold its first test order.')
    .waitFor()
  expect(await steps.locator('[aria-current=step]').textContent()).toBe(
    'Give the shop a name, a look and a seller',
  )
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await steps.getByRole('button', { name: 'Don’t show the first steps again' }).click()
  await soon(() => steps.count()).toBe(0)
  await page.reload()
  await page.getByRole('table').waitFor()
  expect(await steps.count()).toBe(0)
  await context.close()
})
