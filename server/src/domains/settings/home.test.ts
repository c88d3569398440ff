import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog } from '../../db/tables/index.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
  await product(testShop.app, { name: 'Espada', category: 'Jogos', keys: 1, featured: true })
})

afterAll(async () => {
  await testShop?.close()
})

const save = (body: object) =>
  send(testShop, 'PUT /api/admin/system/site-settings', { as: staff, body })

const site = async () => (await testShop.http.inject('/api/server/public/site-settings')).json()

const home = async (language = 'pt-BR') =>
  (
    await testShop.http.inject({ url: '/', headers: { 'accept-language': language } })
  ).payload.split('id="page-state"')[0]!

const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 20_000 })

/** The headings of the home page below the hero, in their order. */
const headings = async (language?: string) =>
  [...(await home(language)).matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)]
    .map(([, text]) => text)
    .filter((text) => text !== 'LOADING...')

it("the home page's sections have staff's order, drawn by the server; removed ones are absent [P388]", async () => {
  const asItComes = [
    'Navegue por categoria',
    'Três passos até a sua chave',
    'Dúvidas antes de comprar',
  ]

  expect(await site()).not.toHaveProperty('sections')
  expect(await headings()).toEqual(asItComes)
  await save({ homeSections: ['questions', 'categories', 'steps', 'praise'] })
  await soon(headings).toEqual([asItComes[2], asItComes[0], asItComes[1]])
  expect((await site()).sections).toEqual(['questions', 'categories', 'steps', 'praise'])
  expect(await home()).toContain('href="#how"')
  await save({ homeSections: ['categories'] })
  await soon(headings).toEqual([asItComes[0]])
  // No link leads to a removed section.
  expect(await home()).not.toContain('href="#how"')
  await save({ homeSections: [] })
  await soon(headings).toEqual([])
  expect(await home()).toContain('</h1>')
  for (const wrong of [['steps', 'steps'], ['nada'], 'steps', [1]])
    expect((await save({ homeSections: wrong })).body.code).toBe('request.invalid')
  await send(testShop, 'POST /api/admin/system/site-settings/reset', { as: staff })
  await soon(headings).toEqual(asItComes)
})

it("the questions are the owner's by language, with the other as a fallback, or the defaults [P387]", async () => {
  const questions = [
    { askedPt: 'Emite nota?', answerPt: 'Sim, **sempre**.', askedEn: 'Invoice?', answerEn: 'Yes.' },
    {
      askedPt: 'Só aqui?',
      answerPt: '<b>Sim</b> [x](javascript:alert(1))',
      askedEn: 'Half',
      answerEn: '',
    },
  ]

  expect(await home()).toContain('Em quanto tempo recebo a chave?')
  expect((await save({ questions })).status).toBe(200)
  await soon(home).toContain('Emite nota?')
  const html = await home()
  expect(html).not.toContain('Em quanto tempo recebo a chave?')
  expect(html).toMatch(/Sim, <strong[^>]*>sempre<\/strong>\./)
  expect(html).toContain('&lt;b&gt;Sim&lt;/b&gt; x')
  expect(html).not.toContain('javascript:alert')
  await soon(() => home('en-US')).toContain('Invoice?')
  const english = await home('en-US')
  expect(english).toContain('Só aqui?')
  expect(english).toContain('<div lang="pt-BR">')

  expect(
    (await testShop.http.inject('/api/server/questions?lng=en-US')).json().questions[0],
  ).toEqual({
    asked: 'Invoice?',
    tree: [{ type: 'paragraph', children: [{ type: 'text', text: 'Yes.' }] }],
    language: 'en-US',
  })

  // Other pages get only the fact that questions exist, not their texts.
  expect((await site()).ownQuestions).toBe(true)
  expect(JSON.stringify(await site())).not.toContain('Emite')
  const one = questions[0]!

  for (const wrong of [
    [{ ...one, askedPt: '', askedEn: '' }],
    [{ ...one, answerPt: '  ', answerEn: '' }],
    [{ askedPt: 'Um', answerPt: '', askedEn: '', answerEn: 'Two' }],
    [{ ...one, askedPt: 'x'.repeat(201) }],
    [{ ...one, answerEn: 'x'.repeat(2001) }],
    Array.from({ length: 21 }, () => one),
    'x',
  ])
    expect((await save({ questions: wrong })).body.code).toBe('request.invalid')

  expect((await save({ questions: Array.from({ length: 20 }, () => one) })).status).toBe(200)
  // The audit log has the beginning of the text.
  const [line] = (
    await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, 'site'))
  ).slice(-1)
  const { after } = line!.details as { after: { questions: string } }
  expect(after.questions).toMatch(/^\[\{"askedPt":"Emite nota\?".{400,500}… \(\d+, [0-9a-f]{12}\)$/)
  await save({ questions: [] })
  await soon(home).toContain('Em quanto tempo recebo a chave?')
})

it("the hero's picture is an upload with its cuts, described in the reader's language [P388]", async () => {
  const address = `/uploads/${'a'.repeat(64)}.f30-70.webp`
  await save({ heroPicture: address, heroPicturePt: 'Uma estante de chaves' })
  await soon(home).toContain('alt="Uma estante de chaves"')
  const html = await home('en-US')
  const [picture] = /<picture[^>]*>.*?<\/picture>/.exec(html)!
  expect(picture).toContain(`${'a'.repeat(64)}.f30-70.wide-1280.avif 1280w`)
  expect(picture).toContain(`${'a'.repeat(64)}.f30-70.wide-640.webp 640w`)
  expect(picture).toContain('alt="Uma estante de chaves"')
  expect(picture).toMatch(/fetchpriority="high"/i)

  for (const wrong of ['https://a.test/x.png', '/favicon.svg', 'javascript:alert(1)', '/uploads/x'])
    expect((await save({ heroPicture: wrong })).body.message).toBe(
      'Confira o que foi informado: imagem do começo.',
    )

  await save({ heroPicture: '' })
  await soon(home).not.toContain('Uma estante de chaves')
  expect(await site()).not.toHaveProperty('heroPicture')
})
