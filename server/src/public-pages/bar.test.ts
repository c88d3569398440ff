import { afterAll, beforeAll, expect, it } from 'vitest'

import { person, type Person } from '../testing/make.ts'
import { send } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const save = (body: object) =>
  send(testShop, 'PUT /api/admin/system/site-settings', { as: staff, body })

const shown = async () =>
  (await testShop.http.inject('/api/server/public/site-settings')).json().bar

const page = async (url: string, language = 'pt-BR') =>
  (await testShop.http.inject({ url, headers: { 'accept-language': language } })).payload

const empty = () => testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 20_000 })

const sale = {
  barOn: true,
  barTextPt: '20% em tudo <b>hoje</b>',
  barTextEn: '20% off',
  barLink: '/products',
}

it('a page has the announcement bar before its header, in its language, under one version [P380, P381]', async () => {
  expect(await shown()).toBeUndefined()
  expect(await page('/')).not.toContain('data-bar')
  expect((await save(sale)).status).toBe(200)

  await soon(shown).toMatchObject({
    texts: { 'pt-BR': '20% em tudo <b>hoje</b>', 'en-US': '20% off' },
    link: '/products',
  })

  const { version } = await shown()
  expect(version).toMatch(/^[0-9a-f]{12}$/)

  for (const url of ['/', '/products', '/status', '/terms', '/login']) {
    await soon(() => page(url)).toContain('20% em tudo &lt;b&gt;hoje&lt;/b&gt;')
    const html = await page(url)
    expect(/<html[^>]*>/.exec(html)![0]).toContain(` data-bar="${version}"`)
    expect(html.indexOf('<aside aria-label="Aviso da loja"')).toBeGreaterThan(0)
    expect(html.indexOf('<aside')).toBeLessThan(html.indexOf('<header'))
    expect(/<a class="[^"]*" href="([^"]*)"[^>]*>20%/.exec(html)![1]).toBe('/products')
  }

  await soon(() => page('/', 'en-US')).toContain('>20% off</a>')
  expect(await page('/', 'en-US')).toContain('<aside aria-label="Notice from the shop"')
  // A page that only the browser renders has the version too.
  await soon(() => page('/checkout')).toContain(`data-bar="${version}"`)
  await save({ siteName: 'Outra' })
  await soon(async () => (await shown()).version).toBe(version)
  await save({ barTextPt: '30% em tudo', barTextEn: '', barLink: 'https://exemplo.test/x' })

  await soon(shown).toMatchObject({
    texts: { 'pt-BR': '30% em tudo', 'en-US': '30% em tudo' },
    link: 'https://exemplo.test/x',
  })

  expect((await shown()).version).not.toBe(version)
  await soon(() => page('/', 'en-US')).toContain('href="https://exemplo.test/x"')
  await save({ barTextPt: '', barTextEn: 'Today' })
  await soon(async () => (await shown()).texts).toEqual({ 'pt-BR': 'Today', 'en-US': 'Today' })

  for (const off of [{ barOn: false }, { barOn: true, barTextPt: '', barTextEn: '' }]) {
    await save(off)
    await soon(shown).toBeUndefined()
    await soon(() => page('/')).not.toContain('<aside')
  }
})

it('the announcement bar shows from its first minute until its last, by the shop’s clock [P380]', async () => {
  // Moves the clock to 14:30 in São Paulo, three hours behind UTC, and some seconds into the
  // minute.
  const now = testShop.clock.now().getTime()
  testShop.clock.advance((Date.parse('2031-03-10T17:30:10.000Z') - now) / 1000)

  const during = async (barFrom: string, barUntil: string) => {
    expect((await save({ ...sale, barFrom, barUntil })).status).toBe(200)
    await empty()
    await new Promise((done) => setTimeout(done, 100))

    return Boolean(await shown())
  }

  expect([
    await during('2031-03-10T14:30', ''),
    await during('2031-03-10T14:31', ''),
    await during('', '2031-03-10T14:31'),
    await during('', '2031-03-10T14:30'),
    await during('2031-03-09T23:59', '2031-03-11T00:00'),
    await during('2031-03-10T17:00', '2031-03-10T18:00'),
  ]).toEqual([true, false, true, false, true, false])
})

it('the bar refuses links that run a script or leave by http, and dates that do not exist [P380]', async () => {
  for (const [field, wrong] of [
    ['barLink', 'javascript:alert(1)'],
    ['barLink', '//evil.example'],
    ['barLink', '/\\evil.example'],
    ['barLink', 'http://exemplo.test'],
    ['barLink', 'https://'],
    ['barLink', 'data:text/html,x'],
    ['barFrom', '2031-02-30T10:00'],
    ['barUntil', '2031-02-03'],
    ['barUntil', 'amanhã'],
    ['barTextPt', 'x'.repeat(161)],
    ['barTextEn', 'a\nb'],
    ['barOn', 'sim'],
  ] as const)
    expect((await save({ [field]: wrong })).body.code, `${field} ${wrong}`).toBe('request.invalid')

  expect((await save({ barLink: 'javascript:alert(1)' })).body.message).toBe(
    'Confira o que foi informado: link do aviso.',
  )
})
