import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { siteSettings } from '../db/tables/index.ts'
import { person, type Person } from '../testing/make.ts'
import { send } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const save = (accentColor: unknown) =>
  send(testShop, 'PUT /api/admin/system/site-settings', { as: staff, body: { accentColor } })

const pages = ['/', '/products', '/terms', '/checkout', '/admin/settings', '/products/nothing-here']

const page = (url: string) =>
  testShop.http.inject({ url, headers: { 'accept-language': 'pt-BR', accept: 'text/html' } })

const rootOf = async (url: string) => /<html[^>]*>/.exec((await page(url)).payload)?.[0]
const soon = { timeout: 20_000 }

it('the colour is in the first bytes of every page, drawn or empty, and follows the setting [P311]', async () => {
  for (const url of pages) expect(await rootOf(url), url).toBe('<html lang="pt-BR" dir="ltr">')
  expect((await save('#10206B')).status).toBe(200)
  const style =
    '<html lang="pt-BR" dir="ltr" style="--accent:light-dark(#10206b,#152773);' +
    '--on-accent:light-dark(#ffffff,#ffffff);' +
    '--accent-soft:light-dark(rgb(16 32 107 / 0.2),rgb(21 39 115 / 0.14))">'

  for (const url of pages) await expect.poll(() => rootOf(url), soon).toBe(style)

  // The content security policy allows style attributes but no style elements, so the colour is an
  // attribute.
  const { headers, payload } = await page('/products')
  expect(headers['content-security-policy']).toContain(`style-src-attr 'unsafe-inline'`)
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+';/)
  expect(payload).not.toContain('<style')
  // The API reference and the sandbox's pages wear it too.
  const attribute = / style="[^"]*"/.exec(style)![0]
  for (const url of ['/docs/', '/sandbox', '/sandbox/mail'])
    expect(await rootOf(url), url).toContain(attribute)

  expect((await save('')).status).toBe(200)
  for (const url of ['/docs/', '/sandbox'])
    await expect.poll(() => rootOf(url), soon).not.toContain('style')
  for (const url of pages)
    await expect.poll(() => rootOf(url), soon).toBe('<html lang="pt-BR" dir="ltr">')
})

it('an invalid colour is refused by its field’s name, and is ignored in the database [P311]', async () => {
  for (const wrong of [
    'red',
    '#12345',
    '#1234567',
    '"><script>alert(1)</script>',
    'x'.repeat(1e5),
    7,
  ])
    expect(await save(wrong)).toMatchObject({
      status: 400,
      body: { message: 'Confira o que foi informado: cor da loja.' },
    })

  await save('#123456')

  await testShop.app.db
    .update(siteSettings)
    .set({ values: { accentColor: '#123456;background:url(x)"><script>' } })
    .where(eq(siteSettings.id, 1))

  await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
  for (const url of pages)
    await expect.poll(() => rootOf(url), soon).toBe('<html lang="pt-BR" dir="ltr">')
})
