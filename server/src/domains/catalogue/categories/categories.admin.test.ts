import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, categories } from '../../../db/tables/index.ts'
import { category, person, product, type Person } from '../../../testing/make.ts'
import { send, type Answer } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let admin: Person

beforeAll(async () => {
  testShop = await openTestShop()
  admin = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/product'

const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> => send(testShop, `${method} ${base}/${path}`, { as: admin, body })

const list = async () =>
  (await ask('GET', 'list-categories')).body as {
    id: string
    name: string
    productCount: number
    active: boolean
  }[]

const productsOf = async (name: string) =>
  (
    await send(testShop, `GET /api/admin/product?category=${encodeURIComponent(name)}`, {
      as: admin,
    })
  ).body.total as number

describe('categories in the back office', () => {
  it('are created, listed as a bare array with every field, and changed in part [B109, B201, B202, B187]', async () => {
    const made = await ask('POST', 'create-category', {
      name: ' Redes ',
      nameEn: ' Networks ',
      description: 'VPN',
      image: 'https://cdn.exemplo.test/r.png',
      color: '#ff0000',
      active: false,
    })

    expect(made).toMatchObject({
      status: 200,
      body: {
        success: true,
        category: {
          name: 'Redes',
          description: 'VPN',
          image: 'https://cdn.exemplo.test/r.png',
          color: '#ff0000',
          active: false,
        },
      },
    })

    const { id } = made.body.category
    const plain = (await ask('POST', 'create-category', { name: 'Simples', description: 'd' })).body
      .category

    expect(plain).toMatchObject({
      color: '#3B82F6',
      active: true,
      image: null,
      nameEn: null,
      productCount: 0,
      createdAt: plain.updatedAt,
    })

    const [first, ...rest] = await list()
    expect(first).toMatchObject({ name: 'general', isDefault: true })

    expect(rest.find((one) => one.id === id)).toEqual({
      id,
      _id: id,
      name: 'Redes',
      nameEn: 'Networks',
      description: 'VPN',
      image: 'https://cdn.exemplo.test/r.png',
      color: '#ff0000',
      active: false,
      productCount: 0,
      isDefault: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })

    testShop.clock.advance(60)

    for (const method of ['PUT', 'PATCH'] as const)
      expect(
        (await ask(method, `update-category/${id}`, { description: method })).body.category,
      ).toMatchObject({ name: 'Redes', description: method, active: false })

    const changed = (await ask('PUT', `update-category/${id}`, { active: true, image: '' })).body
      .category
    expect(changed).toMatchObject({ active: true, image: null })
    const shopped = (await send(testShop, 'GET /api/product/list-active-categories')).body

    expect(shopped.find((one: { id: string }) => one.id === id)).toMatchObject({
      name: 'Redes',
      nameEn: 'Networks',
    })

    expect((await ask('PUT', `update-category/${id}`, { nameEn: ' ' })).status).toBe(400)
    expect((await ask('PUT', `update-category/${id}`, { nameEn: '' })).body.category).toMatchObject(
      { name: 'Redes', nameEn: null },
    )
    expect(changed.updatedAt > changed.createdAt).toBe(true)
    const csv = (await ask('GET', 'list-categories/export.csv')).body.toString() as string
    expect(csv.split('\r\n')).toHaveLength((await list()).length + 2)
    expect(csv).toContain('"Redes"')
  })

  it('need name and description, an image URL, a colour and a boolean active flag [B164, B140, B141]', async () => {
    const good = { name: 'Boa', description: 'd' }
    for (const [field, wrong] of [
      ['name', ''],
      ['name', undefined],
      ['description', ' '],
      ['description', undefined],
      ['image', 'foto'],
      ['color', 'red'],
      ['color', '#12345'],
      ['active', 'sim'],
    ] as const)
      expect(
        (await ask('POST', 'create-category', { ...good, [field]: wrong })).body,
        field,
      ).toMatchObject({ code: 'request.invalid', fields: [field] })
  })

  it('a name is unique in any case; the first request gets it [B201]', async () => {
    const both = await Promise.all(
      ['Única', 'Única'].map((name) => ask('POST', 'create-category', { name, description: 'd' })),
    )
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])

    expect(both.find((one) => one.status === 409)!.body).toMatchObject({
      code: 'category.name_taken',
      error: 'Já existe uma categoria com o nome Única.',
    })

    const other = (await ask('POST', 'create-category', { name: 'Outra', description: 'd' })).body
      .category
    expect(
      (await ask('PUT', `update-category/${other.id}`, { name: 'única'.replace('ú', 'Ú') })).status,
    ).toBe(409)
    expect(
      (await ask('PUT', `update-category/${other.id}`, { name: 'OUTRA' })).body.category.name,
    ).toBe('OUTRA')
  })

  it('a deleted category moves its products to general, which itself stays with its name [B200, B163]', async () => {
    const id = await category(testShop.app, 'Some')
    const moved = await product(testShop.app, { category: 'Some' })
    const before = await productsOf('general')

    expect((await ask('DELETE', `delete-category/${id}`)).body).toEqual({
      success: true,
      movedProducts: 1,
    })

    expect(await productsOf('general')).toBe(before + 1)

    expect(
      (await send(testShop, `GET /api/admin/product/${moved.id}`, { as: admin })).body.product
        .category.name,
    ).toBe('general')

    expect((await ask('DELETE', `delete-category/${id}`)).body.code).toBe('category.not_found')
    const [general] = await list()

    expect((await ask('DELETE', `delete-category/${general!.id}`)).body).toMatchObject({
      code: 'category.default',
      error: 'A categoria general é a padrão da loja: não pode ser excluída nem mudar de nome.',
    })

    expect((await ask('PUT', `update-category/${general!.id}`, { name: 'geral' })).status).toBe(409)

    expect(
      (await ask('PUT', `update-category/${general!.id}`, { name: 'general', description: 'Tudo' }))
        .status,
    ).toBe(200)
  })

  it('a deleted product moves with its category, but does not count as moved [B200]', async () => {
    const id = await category(testShop.app, 'Antiga')
    const kept = await product(testShop.app, { category: 'Antiga' })
    const gone = await product(testShop.app, { category: 'Antiga' })
    expect(
      (await send(testShop, `DELETE /api/admin/product/${gone.id}`, { as: admin })).status,
    ).toBe(200)

    expect((await ask('DELETE', `delete-category/${id}`)).body.movedProducts).toBe(1)

    const [line] = await testShop.app.db
      .select({ details: auditLog.details })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'category.deleted'), eq(auditLog.targetId, id)))

    expect(line!.details).toMatchObject({ movedProducts: [kept.id] })
  })

  it('a product that is created while its category is deleted is never left without one [B200]', async () => {
    for (let i = 0; i < 12; i++) {
      const id = await category(testShop.app, `Corrida ${i}`)

      const [made, gone] = await Promise.all([
        send(testShop, 'POST /api/admin/product', {
          as: admin,
          body: { name: 'P', description: 'd', price: 1, category: id },
        }),
        ask('DELETE', `delete-category/${id}`),
      ])

      expect(gone.status).toBe(200)

      expect([
        [200, 'general'],
        [400, undefined],
      ]).toContainEqual([
        made.status,
        made.body.product &&
          (await send(testShop, `GET /api/admin/product/${made.body.product.id}`, { as: admin }))
            .body.product.category.name,
      ])
    }
  })

  it('each change is in the trail with the values before and after, and shows in the shop [B180]', async () => {
    const { id } = (await ask('POST', 'create-category', { name: 'Trilha', description: 'a' })).body
      .category
    await ask('PUT', `update-category/${id}`, { description: 'b' })

    const rows = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetType, 'category'), eq(auditLog.targetId, id)))
      .orderBy(desc(auditLog.id))

    expect(rows.map((row) => row.action)).toEqual(['category.updated', 'category.created'])

    expect(rows[0]).toMatchObject({
      actorId: admin.userId,
      ip: '127.0.0.1',
      details: { before: { description: 'a' }, after: { description: 'b' } },
    })

    const shown = async () =>
      (await testShop.http.inject('/api/product/list-active-categories'))
        .json()
        .map((one: { name: string }) => one.name)

    await expect.poll(shown).toContain('Trilha')
    await ask('PUT', `update-category/${id}`, { active: false })
    await expect.poll(shown).not.toContain('Trilha')
    expect(
      (await testShop.app.db.select().from(categories).where(eq(categories.id, id)))[0]!.active,
    ).toBe(false)
  })
})
