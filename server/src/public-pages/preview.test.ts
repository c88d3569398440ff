import { afterAll, beforeAll, expect, it } from 'vitest'

import { person, product, type Person } from '../testing/make.ts'
import { send } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
  await product(testShop.app, { name: 'Espada Longa', keys: 1, featured: true })
})

afterAll(async () => {
  await testShop?.close()
})

const preview = (settings: object, language = 'pt-BR') =>
  send(testShop, 'POST /api/admin/system/site-settings/preview', {
    as: staff,
    body: { settings, language },
  })

const htmlOf = async (settings: object, language?: string) =>
  (await preview(settings, language)).body.html as string

const home = async () =>
  (await testShop.http.inject({ url: '/', headers: { 'accept-language': 'pt-BR' } })).payload

const site = '/api/server/public/site-settings'

const typed = {
  siteName: 'Lua <Licenças>',
  accentColor: '#10206B',
  heroTitlePt: 'Sua noite começa aqui',
  heroTitleEn: 'Your night starts here',
  barOn: true,
  barTextPt: 'Só hoje',
  homeSections: ['questions', 'categories'],
  questions: [{ askedPt: 'Emite nota?', answerPt: 'Sim.', askedEn: 'Invoice?', answerEn: 'Yes.' }],
  updatedAt: '2026-02-03T17:20:00.000Z',
}

it('renders the home page with unsaved texts in the requested language, publishes nothing [P389]', async () => {
  const before = await home()
  const html = await htmlOf(typed)
  expect(html).toMatch(/<span class="truncate [^"]+">Lua &lt;Licenças&gt;<\/span>/)
  expect(html).toContain('--accent:light-dark(#10206b,#152773)')
  expect(html).toContain('Sua noite começa aqui')
  expect(html).toMatch(/<aside aria-label="Aviso da loja"[^]*Só hoje[^]*<header/)
  expect(html).toContain('Espada Longa')
  expect(html.indexOf('Emite nota?')).toBeGreaterThan(0)
  expect(html).not.toContain('Três passos')
  const english = await htmlOf(typed, 'en-US')
  expect(english).toContain('Your night starts here')
  expect(english).toContain('Invoice?')
  expect(english).toContain('<html lang="en-US"')
  // A field that is not in the draft has the saved value.
  expect(await htmlOf({})).toContain('Apareceu.')
  expect(await home()).toBe(before)
  expect((await testShop.http.inject(site)).json().siteName).toBe('Chaveiro')
})

it('contains no script of a draft, and refuses by name a field that could not be saved [P389]', async () => {
  const html = await htmlOf({
    siteName: '</title><script>alert(1)</script>',
    heroLeadPt: '<img src=x onerror=alert(1)>',
  })

  expect(html).not.toContain('<script')
  expect(html).not.toContain('<img src=x')

  expect(await preview({ accentColor: 'azul' })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', error: 'Confira o que foi informado: cor da loja.' },
  })

  const stranger = await person(testShop.app)

  const refused = await send(testShop, 'POST /api/admin/system/site-settings/preview', {
    as: stranger,
    body: { settings: {}, language: 'pt-BR' },
  })

  expect(refused.status).toBe(403)
})

it('shows the page of a closed shop to its staff [P389]', async () => {
  await send(testShop, 'PUT /api/admin/system/site-settings', {
    as: staff,
    body: { maintenanceMode: true },
  })

  await expect
    .poll(
      async () => (await testShop.http.inject('/api/product/list-featured-products')).statusCode,
    )
    .toBe(503)
  expect(await htmlOf(typed)).toContain('Sua noite começa aqui')
})
