import { rmSync } from 'node:fs'
import { demoPassword } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/open.ts'
import { createLog } from '../server/src/platform/log.ts'
import { memoryFolder } from '../server/src/testing/database.ts'
import { desk, phone, soon, staff } from './admin.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

// A shop on its first day: an admin, one customer, nothing to sell. The demo is not seeded where
// there are people.

let shop: Shop
const folder = memoryFolder('e2e-empty')
beforeAll(async () => {
  const database = await openDatabase({
    databaseUrl: undefined,
    dataDir: folder,
    log: createLog('silent'),
    max: 2,
  })
  await migrate(database.url)
  await database.pool.query(
    `insert into users (id, name, email, password_hash, created_at) values (gen_random_uuid(), 'Primeira', 'primeira@exemplo.test', 'x', now())`,
  )
  await database.close()
  shop = await openShop({
    DATA_DIR: folder,
    ADMIN_EMAIL: 'admin@demo.test',
    ADMIN_PASSWORD: demoPassword,
  })
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

it('every section stands in an empty shop, in both languages, on a phone and on a desk, and says what it would hold', async () => {
  for (const given of [phone(), desk('en-US')]) {
    const { page, t, context, complaints } = await staff(shop, given)
    for (const section of sections) {
      await page.goto(`/admin/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      // The system's page tells what a shop lacks in its first moments, and looks again by itself.
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

it('the first steps lead from an empty shop to one that can sell, and go away', async () => {
  const { page, t, context, api } = await staff(shop, phone('en-US'))
  const steps = page.getByRole('region', { name: t('admin', 'steps.title') })
  await steps.getByText(t('admin', 'steps.text', { done: 0, all: 4 })).waitFor()
  expect(await steps.getByRole('link').count()).toBe(4)
  expect(await steps.locator('[aria-current=step]').textContent()).toContain(
    t('admin', 'steps.settings'),
  )
  const { settings } = await api('/api/admin/system/site-settings')
  await api('/api/admin/system/site-settings', {
    method: 'PUT',
    body: JSON.stringify({ siteName: settings.siteName }),
  })
  await steps.getByRole('link', { name: t('admin', 'steps.product') }).click()
  const form = page.getByRole('dialog', { name: t('admin', 'adminProducts.add') })
  await form.getByLabel(t('admin', 'adminProducts.name'), { exact: true }).fill('First of all')
  await form.getByLabel(t('admin', 'adminProducts.description'), { exact: true }).fill('A key.')
  await form.getByRole('button', { name: t('admin', 'kit.save') }).click()
  await soon(() => form.count()).toBe(0)
  await soon(() =>
    steps.getByText(t('admin', 'steps.done'), { exact: true }).count(),
  ).toBeGreaterThan(0)
  await steps.getByRole('link', { name: t('admin', 'steps.stock') }).click()
  const add = page.getByRole('dialog', { name: t('admin', 'adminStock.add') })
  await add.getByRole('combobox').selectOption({ index: 1 })
  await add.getByLabel(t('admin', 'adminStock.lines')).fill('FIRST-KEY-0001')
  await add.getByRole('button', { name: t('admin', 'adminStock.addAct'), exact: true }).click()
  await soon(() => steps.count()).toBe(0)
  await page.reload()
  await page.getByRole('table').waitFor()
  expect(await steps.count()).toBe(0)
  await context.close()
})
