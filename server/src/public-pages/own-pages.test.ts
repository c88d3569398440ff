import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog } from '../db/tables/index.ts'
import { createHttp } from '../http/server.ts'
import { person, type Person } from '../testing/make.ts'
import { send, type Answer } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let testShop: TestShop
let staff: Person
let origin: string

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin', name: 'Dora' })
  origin = testShop.app.config.publicUrl
})

afterAll(async () => {
  await testShop?.close()
})

type Texts = Record<'pt-BR' | 'en-US', { title: string; content: string }>

const inBoth = (title: string, content: string, en = { title: '', content: '' }): Texts => ({
  'pt-BR': { title, content },
  'en-US': en,
})

const create = (slug: string, texts: Texts, part: object = {}): Promise<Answer> =>
  send(testShop, 'POST /api/admin/pages', {
    as: staff,
    body: { slug, texts, isPublished: true, inFooter: true, ...part },
  })

const save = (id: string, body: object): Promise<Answer> =>
  send(testShop, `PUT /api/admin/pages/${id}`, { as: staff, body })

const page = (url: string, language = 'pt-BR') =>
  testShop.http.inject({ url, headers: { 'accept-language': language } })

const drawn = async (url: string, language = 'pt-BR') =>
  (await page(url, language)).payload.split('id="page-state"')[0]!

const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 20_000 })

describe('a page that staff wrote', () => {
  it('has an address in both languages, footer link and sitemap entry; a draft has none [P383, P384]', async () => {
    const { body } = await create(
      'sobre-nos',
      inBoth('Sobre nós', '## Quem somos\n\nUma **casa** de chaves.', {
        title: 'About us',
        content: 'A *house* of keys.',
      }),
      { isPublished: false },
    )

    expect(body.page).toMatchObject({ slug: 'sobre-nos', isPublished: false, version: 1 })
    const sitemap = async () => (await page('/sitemap.xml')).payload
    const settings = async () => (await page('/api/server/public/site-settings')).json()
    expect((await page('/p/sobre-nos')).statusCode).toBe(404)
    expect((await page('/p/sobre-nos')).payload).toContain('content="noindex"')
    expect(await sitemap()).not.toContain('/p/')
    expect(await settings()).not.toHaveProperty('pages')

    expect((await send(testShop, 'GET /api/server/pages/sobre-nos')).body).toMatchObject({
      code: 'page.not_found',
      error: 'Página não encontrada.',
    })

    expect((await save(body.page.id, { isPublished: true })).status).toBe(200)
    await soon(async () => (await page('/p/sobre-nos')).statusCode).toBe(200)
    const html = await drawn('/p/sobre-nos')
    expect(html).toContain('Sobre nós</h1>')
    expect(html).toMatch(/<h2 [^>]*>Quem somos<\/h2>/)
    expect(html).toMatch(/<strong [^>]*>casa<\/strong>/)
    expect(html).toContain('<title>Sobre nós · Chaveiro</title>')
    expect(html).toContain('name="description" content="Quem somos Uma casa de chaves."')
    expect(html).toContain(`rel="canonical" href="${origin}/p/sobre-nos"`)
    for (const language of ['pt-BR', 'en-US'])
      expect(html).toContain(`hreflang="${language}" href="${origin}/p/sobre-nos?lng=${language}"`)
    const english = await drawn('/p/sobre-nos', 'en-US')
    expect(english).toContain('About us</h1>')
    expect(english).toContain('<article lang="en-US"')
    expect(await sitemap()).toContain(`<loc>${origin}/p/sobre-nos</loc><lastmod>`)
    expect((await settings()).pages).toEqual([
      { slug: 'sobre-nos', titles: { 'pt-BR': 'Sobre nós', 'en-US': 'About us' } },
    ])
    const foot = async (url: string, language?: string) =>
      (await drawn(url, language)).split('<footer')[1]!
    await soon(() => foot('/terms')).toMatch(/href="\/p\/sobre-nos"[^>]*>Sobre nós</)
    await soon(() => foot('/', 'en-US')).toMatch(/href="\/p\/sobre-nos"[^>]*>About us</)
    await save(body.page.id, { inFooter: false })
    await soon(() => foot('/terms')).not.toContain('/p/sobre-nos')
    expect((await page('/p/sobre-nos')).statusCode).toBe(200)
    // Another spelling of the URL redirects to the canonical one; an invalid slug is a 404.
    const other = await page('/p/SOBRE-nos/?lng=en-US')
    expect([other.statusCode, other.headers.location]).toEqual([301, '/p/sobre-nos?lng=en-US'])
    for (const path of ['/p/nada', '/p/sobre%20nos', `/p/${'a'.repeat(300)}`, '/p/%22%3E%3Cscript'])
      expect((await page(path)).statusCode, path).toBe(404)
    // A deleted page is removed from the sitemap too.
    expect(
      (await send(testShop, `DELETE /api/admin/pages/${body.page.id}`, { as: staff })).body,
    ).toEqual({ success: true, message: 'Página excluída.' })
    await soon(async () => (await page('/p/sobre-nos')).statusCode).toBe(404)
    expect(await sitemap()).not.toContain('/p/')
  })

  it('shows its only language to everybody, and declares it in the page [P383]', async () => {
    await create('so-portugues', inBoth('Só aqui', 'Texto.', { title: 'Half', content: ' ' }))
    await soon(() => drawn('/p/so-portugues', 'en-US')).toContain('<article lang="pt-BR"')
    const html = await drawn('/p/so-portugues', 'en-US')
    expect(html).toContain('Só aqui</h1>')
    expect(html).toContain('<title>Só aqui · Chaveiro</title>')

    expect(
      (await send(testShop, 'GET /api/server/pages/so-portugues?lng=en-US')).body.page,
    ).toEqual({
      slug: 'so-portugues',
      title: 'Só aqui',
      description: 'Texto.',
      tree: [{ type: 'paragraph', children: [{ type: 'text', text: 'Texto.' }] }],
      language: 'pt-BR',
      updatedAt: expect.stringMatching(/Z$/),
    })

    const long = `${'palavra '.repeat(30)}fim`
    await create('longa', inBoth('Longa', long))
    const { description } = (await send(testShop, 'GET /api/server/pages/longa')).body.page
    expect(description).toBe(`${'palavra '.repeat(19)}palavra…`)
  })

  it('holds no script: HTML shows as typed text, and an unsafe link is plain words [P383]', async () => {
    const content = [
      '<script>alert(1)</script> <img src=x onerror=alert(1)>',
      '[um](javascript:alert(1)) [dois](JaVaScRiPt:alert(1)) [três](data:text/html,x)',
      '[quatro](//evil.example) [cinco](https://bom.example/x) [seis](/products)',
    ].join('\n\n')

    await create('script', inBoth('<img src=x>', content))
    await soon(() => drawn('/p/script')).toContain('&lt;img src=x&gt;</h1>')
    const article = (await drawn('/p/script')).split('<article')[1]!.split('</article>')[0]!
    expect(article).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')

    expect([...article.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      'https://bom.example/x',
      '/products',
    ])

    expect(article).not.toMatch(/<script|<img|javascript:[^a]/i)
    expect((await page('/p/script')).payload).not.toContain('<script>alert')
  })
})

it('a page published, renamed or deleted in one process changes in the other at once [P385]', async () => {
  const other = await createHttp(await testShop.another())
  const there = async (url: string) =>
    await other.inject({ url, headers: { 'accept-language': 'pt-BR' } })
  // Waits until both processes listen for changes, before anything is cached.
  await soon(async () => (await there('/readyz')).statusCode).toBe(200)
  const { body } = await create('em-dois', inBoth('Em dois', 'Um'))
  await soon(async () => (await there('/p/em-dois')).payload).toContain('Em dois</h1>')
  await soon(async () => (await there('/terms')).payload).toContain('href="/p/em-dois"')
  const began = performance.now()
  await save(body.page.id, { texts: inBoth('Em todos', 'Dois') })
  await soon(async () => (await there('/p/em-dois')).payload).toContain('Em todos</h1>')
  await soon(async () => (await there('/terms')).payload).toContain('>Em todos</a>')
  await send(testShop, `DELETE /api/admin/pages/${body.page.id}`, { as: staff })
  await soon(async () => (await there('/p/em-dois')).statusCode).toBe(404)
  await soon(async () => (await there('/terms')).payload).not.toContain('/p/em-dois')
  // A cached page expires after a minute, so the change must have arrived by notification.
  expect(performance.now() - began).toBeLessThan(20_000)
  await other.close()
})

describe('pages of staff', () => {
  it('need a unique address in small letters without accents, and a text in one language [P385]', async () => {
    const first = await create('politica', inBoth('Política', 'Um'))

    expect(await create('politica', inBoth('Outra', 'Dois'))).toMatchObject({
      status: 409,
      body: {
        code: 'page.slug_taken',
        fields: ['slug'],
        error: 'Este endereço já é de outra página.',
      },
    })

    const { body } = await create('trocas', inBoth('Trocas', 'Três'))
    expect((await save(body.page.id, { slug: 'politica' })).body.code).toBe('page.slug_taken')
    expect((await save(first.body.page.id, { slug: 'politica', inFooter: true })).status).toBe(200)

    for (const slug of [
      'Política',
      'dúvidas',
      'com espaco',
      'a/b',
      '..',
      '-a',
      'a-',
      '',
      'a'.repeat(81),
    ])
      expect((await create(slug, inBoth('T', 'C'))).body, slug).toMatchObject({
        code: 'request.invalid',
        error: 'Confira o que foi informado: endereço da página.',
      })

    for (const texts of [
      inBoth('', 'Sem título'),
      inBoth('Sem texto', '  \n'),
      inBoth('Um', '', { title: '', content: 'Other' }),
    ])
      expect((await create('vazia', texts)).body).toMatchObject({
        code: 'page.empty',
        error: 'Escreva o título e o texto em pelo menos um idioma.',
      })

    expect((await create('quebrada', inBoth('a\nb', 'C'))).body.code).toBe('request.invalid')
  })

  it('hold 100,000 characters; a longer or too deep text is refused and not saved [P385]', async () => {
    const long = 'Palavra. '.repeat(11_000).trim()

    const { body } = await create(
      'enorme',
      inBoth('Enorme', `${long} ${'x'.repeat(99_999 - long.length)}`),
    )

    expect(body.page.texts['pt-BR'].content).toHaveLength(100_000)
    await soon(async () => (await page('/p/enorme')).statusCode).toBe(200)
    expect((await drawn('/p/enorme')).includes('xxxxx</p>')).toBe(true)

    for (const content of [`${'x'.repeat(100_001)}`, 'a\n\n'.repeat(2001), `${'> '.repeat(9)}a`])
      expect(
        (await save(body.page.id, { texts: inBoth('E', 'C', { title: 'E', content }) })).body,
      ).toMatchObject({
        code: 'page.too_long',
        fields: ['texts.en-US.content'],
        error: 'O texto em inglês é grande ou profundo demais: até 100.000 caracteres.',
      })

    const read = await send(testShop, `GET /api/admin/pages/${body.page.id}`, { as: staff })
    expect(read.body.page.version).toBe(1)
    const preview = (text: string) =>
      send(testShop, 'POST /api/admin/pages/preview', { as: staff, body: { text } })
    expect((await preview('Olá <b>você</b>')).body.tree).toEqual([
      { type: 'paragraph', children: [{ type: 'text', text: 'Olá <b>você</b>' }] },
    ])
    expect((await preview('x'.repeat(100_001))).body.code).toBe('text.refused')
  })

  it('refuse the second of two parallel saves and show it the first; addresses are unique [P385]', async () => {
    const { body } = await create('disputa', inBoth('Disputa', 'Um'))

    const both = await Promise.all(
      ['A', 'B'].map((content) =>
        save(body.page.id, { version: 1, texts: inBoth('Disputa', content) }),
      ),
    )

    const [won, lost] = both.toSorted((one, other) => one.status - other.status)
    expect([won!.status, lost!.status]).toEqual([200, 409])
    expect(lost!.body).toMatchObject({ code: 'page.changed', page: won!.body.page })
    const twins = await Promise.all(['X', 'Y'].map((title) => create('gemeos', inBoth(title, 'C'))))
    expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const gone = '01890000-0000-7000-8000-000000000009'

    for (const answer of [
      await save(gone, { inFooter: true }),
      await send(testShop, `GET /api/admin/pages/${gone}`, { as: staff }),
      await send(testShop, `DELETE /api/admin/pages/${gone}`, { as: staff }),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'page.not_found'])
  })

  it('have an order that staff set; the footer follows, and the audit records it [P384, P385]', async () => {
    const list = async () =>
      (await send(testShop, 'GET /api/admin/pages', { as: staff })).body.pages
    for (const { id } of await list())
      await send(testShop, `DELETE /api/admin/pages/${id}`, { as: staff })
    const ids: Record<string, string> = {}
    for (const slug of ['um', 'dois', 'tres'])
      ids[slug] = (await create(slug, inBoth(slug, 'C'))).body.page.id
    const slugs = async () => (await list()).map(({ slug }: { slug: string }) => slug)
    expect(await slugs()).toEqual(['um', 'dois', 'tres'])

    const put = await send(testShop, 'PUT /api/admin/pages/order', {
      as: staff,
      body: { ids: [ids.tres, ids.um] },
    })

    expect(put.body.pages.map(({ slug }: { slug: string }) => slug)).toEqual(['tres', 'um', 'dois'])
    expect(await slugs()).toEqual(['tres', 'um', 'dois'])

    await soon(async () =>
      (await page('/api/server/public/site-settings'))
        .json()
        .pages.map(({ slug }: { slug: string }) => slug),
    ).toEqual(['tres', 'um', 'dois'])

    await create('quatro', inBoth('quatro', 'C'))
    expect((await slugs()).at(-1)).toBe('quatro')
    await save(ids.um!, { texts: inBoth('um', 'x'.repeat(300)) })

    const lines = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetType, 'page'))
      .orderBy(desc(auditLog.id))
      .limit(3)

    expect(lines.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['page.updated', 'Dora'],
      ['page.created', 'Dora'],
      ['page.ordered', 'Dora'],
    ])

    expect(lines[0]!.details).toEqual({
      before: { 'pt-BR.content': 'C' },
      after: { 'pt-BR.content': `${'x'.repeat(200)}… (300)` },
    })
  })

  it('are at most fifty [P385]', async () => {
    const have = (await send(testShop, 'GET /api/admin/pages', { as: staff })).body.pages.length
    for (let n = have; n < 50; n++) await create(`pagina-${n}`, inBoth('T', 'C'))

    expect((await create('mais-uma', inBoth('T', 'C'))).body).toMatchObject({
      code: 'page.full',
      error: 'A loja tem no máximo 50 páginas próprias.',
    })
  })
})
