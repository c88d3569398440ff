import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, productTexts } from '../../../db/tables/index.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { send, type Answer } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let admin: Person

beforeAll(async () => {
  testShop = await openTestShop()
  admin = await person(testShop.app, { role: 'admin', name: 'Alice Admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const read = (id: string) => send(testShop, `GET /api/admin/product/${id}/page`, { as: admin })

const save = (id: string, body: object, headers = {}): Promise<Answer> =>
  send(testShop, `PUT /api/admin/product/${id}/page`, { as: admin, body, headers })

const noTexts = {
  body: '',
  requirements: '',
  includes: '',
  guide: '',
  seoTitle: '',
  seoDescription: '',
}

const picture = (n: number) => ({
  url: `/uploads/${n.toString(16).padStart(64, '0')}.webp`,
  altPt: `Foto ${n}`,
  altEn: `Picture ${n}`,
  width: 1600,
  height: 1,
})

const nobody = '01890000-0000-7000-8000-000000000009'

describe('the page of a product in the back office', () => {
  it('is read and saved part by part; fields that are not given stay', async () => {
    const { id } = await product(testShop.app, { name: 'Mapa' })
    const beside = await product(testShop.app, { name: 'Bússola', status: 'inactive' })

    const empty = {
      id,
      _id: id,
      version: 1,
      slug: 'mapa',
      texts: { 'pt-BR': noTexts, 'en-US': { name: '', summary: '', ...noTexts } },
      images: [],
      related: [],
    }

    expect(await read(id)).toEqual({
      status: 200,
      body: { success: true, page: empty, data: empty },
    })

    await save(id, {
      texts: { 'pt-BR': { body: '# Um', guide: 'Cole' }, 'en-US': { name: ' Map ', body: 'One' } },
      images: [picture(2), picture(1)],
      related: [beside.id],
    })

    const saved = await save(id, {
      slug: 'mapas',
      texts: { 'pt-BR': { body: '', seoTitle: 'Mapas' } },
    })

    expect(saved.body.page).toEqual({
      ...empty,
      version: 3,
      slug: 'mapas',
      texts: {
        'pt-BR': { ...noTexts, guide: 'Cole', seoTitle: 'Mapas' },
        'en-US': { ...noTexts, name: 'Map', summary: '', body: 'One' },
      },
      images: [picture(2), picture(1)],
      related: [{ id: beside.id, _id: beside.id, name: 'Bússola', status: 'inactive' }],
    })

    expect((await read(id)).body.page).toEqual(saved.body.page)
    const { body } = await send(testShop, 'GET /api/product/page/mapas')
    expect(body.texts.body).toBeNull()

    expect((await save(id, { images: [], related: [] })).body.page).toMatchObject({
      images: [],
      related: [],
    })
  })

  it('is saved with one entry in the trail, which holds only what changed', async () => {
    const { id } = await product(testShop.app, { name: 'Trilha' })
    await save(id, { texts: { 'pt-BR': { body: 'Antes', guide: 'Fica' } } })
    await save(id, { slug: 'trilha-nova', texts: { 'pt-BR': { body: 'Depois', guide: 'Fica' } } })

    const lines = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetType, 'product'), eq(auditLog.targetId, id)))
      .orderBy(desc(auditLog.id))

    expect(lines).toHaveLength(2)

    expect(lines[0]).toMatchObject({
      action: 'product.page_updated',
      actorName: 'Alice Admin',
      details: {
        before: { slug: 'trilha', 'pt-BR.body': 'Antes' },
        after: { slug: 'trilha-nova', 'pt-BR.body': 'Depois' },
      },
    })
  })

  it('with an old version is refused with the current page; of two at once one saves', async () => {
    const { id } = await product(testShop.app, { name: 'Disputa' })
    const both = await Promise.all(
      ['A', 'B'].map((body) => save(id, { version: 1, texts: { 'pt-BR': { body } } })),
    )
    const [won, lost] = both.toSorted((a, b) => a.status - b.status)
    expect([won!.status, lost!.status]).toEqual([200, 409])

    expect(lost!.body).toMatchObject({
      code: 'product.changed',
      page: won!.body.page,
      current: { version: 2 },
    })

    // The form of the product and the form of its page check the same version.
    const form = await send(testShop, `PUT /api/admin/product/${id}`, {
      as: admin,
      body: { version: 1, price: 1 },
    })

    expect(form.body.code).toBe('product.changed')
    expect((await save(id, { version: 2, slug: 'disputado' })).status).toBe(200)
  })

  it('of an unknown or deleted product is 404', async () => {
    const { id } = await product(testShop.app)
    await send(testShop, `DELETE /api/admin/product/${id}`, { as: admin })
    for (const gone of [id, nobody])
      for (const answer of [await read(gone), await save(gone, { slug: 'x' })])
        expect([answer.status, answer.body.code]).toEqual([404, 'product.not_found'])
  })
})

describe('what a page may hold', () => {
  it('a text over its length, nodes or depth is refused by name, and nothing is saved [L051]', async () => {
    const { id } = await product(testShop.app, { name: 'Limites' })

    const tooLong = {
      body: 20_001,
      requirements: 5001,
      includes: 5001,
      guide: 20_001,
      seoTitle: 71,
      seoDescription: 161,
    }

    const refused: [object, string][] = [
      ...Object.entries(tooLong).map(([field, length]): [object, string] => [
        { 'pt-BR': { [field]: 'a'.repeat(length) } },
        `texts.pt-BR.${field}`,
      ]),
      [{ 'en-US': { name: 'a'.repeat(121) } }, 'texts.en-US.name'],
      [{ 'en-US': { summary: 'a'.repeat(10_001) } }, 'texts.en-US.summary'],
      [{ 'en-US': { guide: 'a\n\n'.repeat(1001) } }, 'texts.en-US.guide'],
      [{ 'pt-BR': { includes: `${'> '.repeat(7)}a` } }, 'texts.pt-BR.includes'],
    ]

    for (const [texts, field] of refused)
      expect(await save(id, { slug: 'outro', texts }), field).toMatchObject({
        status: 400,
        body: { code: 'text.refused', fields: [field] },
      })

    expect((await save(id, { texts: refused[0]![0] })).body.error).toBe(
      'O texto de descrição completa é grande ou profundo demais.',
    )
    expect(
      (await save(id, { texts: refused[3]![0] }, { 'accept-language': 'en-US' })).body.error,
    ).toBe('The text of activation guide is too long or too deep.')
    expect((await read(id)).body.page).toMatchObject({ version: 1, slug: 'limites' })
    expect(
      await testShop.app.db.select().from(productTexts).where(eq(productTexts.productId, id)),
    ).toEqual([])
    const most = Object.fromEntries(
      Object.entries(tooLong).map(([field, length]) => [field, 'a'.repeat(length - 1)]),
    )
    expect((await save(id, { texts: { 'pt-BR': most } })).status).toBe(200)
  })

  it('ten pictures of the upload call; the eleventh is refused, and so is a foreign one [L052]', async () => {
    const { id } = await product(testShop.app)
    const ten = Array.from({ length: 10 }, (_, n) => picture(n))
    expect((await save(id, { images: ten })).body.page.images).toEqual(ten)

    expect(await save(id, { images: [...ten, picture(11)] })).toMatchObject({
      status: 409,
      body: { code: 'gallery.full', error: 'A galeria tem no máximo 10 imagens.' },
    })

    for (const url of [
      'https://exemplo.test/x.png',
      '/uploads/../x.webp',
      `/uploads/${'a'.repeat(63)}.webp`,
      `/uploads/${'a'.repeat(64)}.svg`,
      `//uploads/${'a'.repeat(64)}.webp`,
      '',
    ])
      expect((await save(id, { images: [{ ...picture(1), url }] })).body, url).toMatchObject({
        code: 'request.invalid',
        fields: ['images.0.url'],
      })

    for (const wrong of [
      { width: 0 },
      { height: 1601 },
      { altPt: 'a'.repeat(201) },
      { altEn: '\n\u0007' },
    ])
      expect((await save(id, { images: [{ ...picture(1), ...wrong }] })).body.code).toBe(
        'request.invalid',
      )

    expect((await read(id)).body.page.images).toEqual(ten)
  })

  it('eight other existing products, each once', async () => {
    const { id } = await product(testShop.app)
    const others = await Promise.all(Array.from({ length: 9 }, () => product(testShop.app)))
    const ids = others.map((one) => one.id)
    await send(testShop, `DELETE /api/admin/product/${ids[8]}`, { as: admin })

    expect(
      (await save(id, { related: ids.slice(0, 8) })).body.page.related.map(
        (one: { id: string }) => one.id,
      ),
    ).toEqual(ids.slice(0, 8))

    for (const wrong of [ids, [id], [ids[0], ids[0]], [ids[8]], [nobody], ['x']])
      expect((await save(id, { related: wrong })).body.code, JSON.stringify(wrong)).toBe(
        'request.invalid',
      )

    expect((await read(id)).body.page.related).toHaveLength(8)
  })
})

it('the editor previews a text before anything is saved', async () => {
  const preview = (text: string) =>
    send(testShop, 'POST /api/admin/product/preview', { as: admin, body: { text } })

  expect(await preview('Olá <b>você</b>')).toEqual({
    status: 200,
    body: {
      success: true,
      tree: [{ type: 'paragraph', children: [{ type: 'text', text: 'Olá <b>você</b>' }] }],
    },
  })

  expect((await preview('')).body.tree).toEqual([])

  expect((await preview('a'.repeat(20_001))).body).toMatchObject({
    code: 'text.refused',
    fields: ['text'],
  })
})
