import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { products } from '../../../db/tables/index.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
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

async function slugsOf(id: string): Promise<string[]> {
  const { rows } = await testShop.app.pool.query(
    'select slug from product_slugs where product_id = $1 order by is_current desc, slug',
    [id],
  )
  return rows.map((row) => row.slug)
}

const create = (name: string) =>
  send(testShop, 'POST /api/admin/product', { as: admin, body: { name, description: 'd' } })

const saveSlug = (id: string, slug: string) =>
  send(testShop, `PUT /api/admin/product/${id}/page`, { as: admin, body: { slug } })

describe('the slug of a product', () => {
  it('is its name without accents, in plain words with hyphens [L046]', async () => {
    for (const [name, slug] of [
      ['Antivírus Guardião 2024', 'antivirus-guardiao-2024'],
      ['  Não — é “só” isto!  ', 'nao-e-so-isto'],
      ['Straße & Œuvre №5', 'strasse-oeuvre-no5'],
      ['Ação\u0301 50%', 'acao-50'],
      ['日本語', 'produto'],
      ['🔑', 'produto-2'],
      ['Category', 'category-2'],
      ['a'.repeat(120), 'a'.repeat(80)],
      ['A'.repeat(120), `${'a'.repeat(78)}-2`],
      [`${'b'.repeat(79)} ccc`, 'b'.repeat(79)],
    ] as const) {
      const made = await product(testShop.app, { name })
      expect(await slugsOf(made.id), name).toEqual([slug])
    }
  })

  it('gets a number where it is taken, also for two products created at once [L046]', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create('Gêmeos')))
    const slugs = await Promise.all(made.map(({ body }) => slugsOf(body.product.id)))

    expect(slugs.flat().sort()).toEqual([
      'gemeos',
      'gemeos-2',
      'gemeos-3',
      'gemeos-4',
      'gemeos-5',
      'gemeos-6',
    ])
  })

  it('stays when the name changes, and goes to no other product, even after a deletion [L046]', async () => {
    const first = (await create('Cofre')).body.product.id
    await send(testShop, `PUT /api/admin/product/${first}`, { as: admin, body: { name: 'Baú' } })
    expect(await slugsOf(first)).toEqual(['cofre'])
    await send(testShop, `DELETE /api/admin/product/${first}`, { as: admin })
    const second = (await create('Cofre')).body.product.id
    expect(await slugsOf(second)).toEqual(['cofre-2'])

    expect(await saveSlug(second, 'cofre')).toMatchObject({
      status: 409,
      body: { code: 'product.slug_taken', error: 'Este endereço já é de outro produto.' },
    })

    expect(await slugsOf(second)).toEqual(['cofre-2'])
  })

  it('is changed by staff, who may return to an earlier one of the product [L046]', async () => {
    const { id } = await product(testShop.app, { name: 'Chave Mestra' })
    expect((await saveSlug(id, 'mestra')).body.page.slug).toBe('mestra')
    expect(await slugsOf(id)).toEqual(['mestra', 'chave-mestra'])
    expect((await saveSlug(id, 'chave-mestra')).body.page.slug).toBe('chave-mestra')
    expect(await slugsOf(id)).toEqual(['chave-mestra', 'mestra'])
    const other = await product(testShop.app)
    expect((await saveSlug(other.id, 'mestra')).body.code).toBe('product.slug_taken')

    for (const wrong of [
      'category',
      'Mestra',
      'mes tra',
      '-a',
      'a-',
      'a--b',
      'é',
      '',
      'a'.repeat(81),
    ])
      expect((await saveSlug(id, wrong)).body, wrong).toMatchObject({
        code: 'request.invalid',
        fields: ['slug'],
      })

    const [one, two] = await Promise.all([
      saveSlug(id, 'disputado'),
      saveSlug(other.id, 'disputado'),
    ])

    expect([one.status, two.status].sort()).toEqual([200, 409])
  })

  it('exists once for each product, however the product was stored [L046]', async () => {
    await testShop.app.db.execute(
      sql`insert into products (id, name, description, category_id, created_at, updated_at)
        select gen_random_uuid(), 'Em massa', 'd', (select id from categories limit 1), now(), now()
        from generate_series(1, 20)`,
    )

    const { rows } = await testShop.app.pool.query(
      `select count(*)::int as n from products p where
        (select count(*) from product_slugs s where s.product_id = p.id and s.is_current) <> 1`,
    )

    expect(rows).toEqual([{ n: 0 }])
    expect(
      await testShop.app.db.select().from(products).where(eq(products.name, 'Em massa')),
    ).toHaveLength(20)
  })
})
