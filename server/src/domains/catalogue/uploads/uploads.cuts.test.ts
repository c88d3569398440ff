import { eq } from 'drizzle-orm'
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { products } from '../../../db/tables/index.ts'
import { byClock } from '../../../testing/clock.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { cutUpload } from './uploads.cuts.service.ts'

let testShop: TestShop
let admin: Person

beforeAll(async () => {
  testShop = await openTestShop()
  admin = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const folder = () => join(testShop.app.config.dataDir, 'uploads')
const hashOf = (url: string) => /[0-9a-f]{64}/.exec(url)![0]
const kept = (url: string) => readdirSync(folder()).filter((name) => name.startsWith(hashOf(url)))

const cutsOf = (url: string, point = 'f50-50') =>
  kept(url).filter((name) => name.includes(`.${point}.`))

const served = (name: string) => testShop.http.inject(`/uploads/${name}`)

/** Upload a picture of one colour with a red field at its right edge; returns its URL. */
async function upload(width: number, height: number, blue: number): Promise<string> {
  const field = Math.round(width / 4)

  const red = await sharp({
    create: { width: field, height, channels: 3, background: { r: 250, g: 0, b: 0 } },
  })
    .png()
    .toBuffer()

  const payload = await sharp({
    create: { width, height, channels: 3, background: { r: 0, g: 0, b: blue } },
  })
    .composite([{ input: red, left: width - field, top: 0 }])
    .png()
    .toBuffer()

  const reply = await testShop.http.inject({
    method: 'POST',
    url: '/api/admin/uploads',
    headers: { ...admin.headers, 'content-type': 'image/png' },
    payload,
  })

  expect(reply.statusCode).toBe(200)

  return reply.json().url
}

async function redness(name: string): Promise<number> {
  const { channels } = await sharp((await served(name)).rawPayload).stats()
  return Math.round(channels[0]!.mean)
}

it('a job cuts an upload square and wide in three widths and two formats, never enlarged [P221]', async () => {
  const url = await upload(1000, 400, 200)
  expect(cutsOf(url)).toEqual([])
  const before = await served(`${hashOf(url)}.f50-50.square-256.avif`)

  expect(before.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-cache',
  })

  expect(await sharp(before.rawPayload).metadata()).toMatchObject({ width: 1000, height: 400 })
  await testShop.drain()
  expect(cutsOf(url)).toHaveLength(12)

  const made = await Promise.all(
    cutsOf(url)
      .toSorted()
      .map(async (name) => {
        const reply = await served(name)
        expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
        const { format, width, height } = await sharp(reply.rawPayload).metadata()
        const [, cut, type] = /\.([a-z]+-\d+)\.(\w+)$/.exec(name)!
        expect(reply.headers['content-type']).toBe(`image/${type}`)

        return `${cut} ${type} ${format} ${width}x${height}`
      }),
  )

  expect(made).toEqual([
    'square-128 avif heif 128x128',
    'square-128 webp webp 128x128',
    'square-256 avif heif 256x256',
    'square-256 webp webp 256x256',
    'square-512 avif heif 400x400',
    'square-512 webp webp 400x400',
    'wide-1280 avif heif 533x400',
    'wide-1280 webp webp 533x400',
    'wide-320 avif heif 320x240',
    'wide-320 webp webp 320x240',
    'wide-640 avif heif 533x400',
    'wide-640 webp webp 533x400',
  ])
})

it("a product's focus moves its cuts; the whole picture stays, saving again cuts nothing [P220, P222]", async () => {
  const url = await upload(1000, 400, 120)
  const { id } = await product(testShop.app)
  const image = url.replace('.webp', '.f100-50.webp')
  const save = () => send(testShop, `PUT /api/admin/product/${id}`, { as: admin, body: { image } })
  expect(await save()).toMatchObject({ status: 200, body: { product: { image } } })
  await testShop.drain()
  expect(cutsOf(url, 'f100-50')).toHaveLength(12)
  const times = () => cutsOf(url, 'f100-50').map((name) => statSync(join(folder(), name)).mtimeMs)
  const made = times()
  expect((await save()).status).toBe(200)
  await cutUpload(testShop.app, { hash: hashOf(url), x: 100, y: 50 })
  await testShop.drain()
  expect(times()).toEqual(made)
  expect(await redness(`${hashOf(url)}.f50-50.square-128.webp`)).toBe(0)
  expect(await redness(`${hashOf(url)}.f100-50.square-128.webp`)).toBeGreaterThan(120)
  const whole = await testShop.http.inject(image)
  expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ width: 1000, height: 400 })

  const category = await send(testShop, 'POST /api/product/create-category', {
    as: admin,
    body: { name: 'Com ponto', description: 'x', image: url.replace('.webp', '.f0-50.webp') },
  })

  expect(category.status).toBe(200)
  await testShop.drain()
  expect(cutsOf(url, 'f0-50')).toHaveLength(12)
})

it('the clock cuts visible pictures that lack a cut; two runs at once do no harm [P223]', async () => {
  const [shown, hidden] = [await upload(300, 300, 90), await upload(300, 300, 60)]
  await testShop.drain()
  const { id } = await product(testShop.app)
  await testShop.app.db.update(products).set({ image: shown }).where(eq(products.id, id))
  const drop = (url: string, which: (name: string) => boolean) => {
    for (const name of cutsOf(url)) if (which(name)) rmSync(join(folder(), name))
  }
  drop(hidden, () => true)
  drop(shown, (name) => name.includes('square'))
  const look = () => byClock(testShop.app, 'cut missing pictures')
  await Promise.all([look(), look()])
  await testShop.drain()
  expect(cutsOf(shown)).toHaveLength(12)
  expect(cutsOf(hidden)).toEqual([])
  drop(shown, (name) => name.includes('wide'))
  await look()
  await Promise.all([testShop.drain(), look()])
  await testShop.drain()
  expect(cutsOf(shown)).toHaveLength(12)
  expect(readdirSync(folder()).filter((name) => name.startsWith('.'))).toEqual([])
  // The file of the picture was deleted: nothing is cut, and no job is retried again and again.
  rmSync(join(folder(), `${hashOf(shown)}.webp`))
  drop(shown, () => true)
  await look()
  await testShop.drain()
  expect(kept(shown)).toEqual([])
})

it('no other URL is served: foreign widths, shapes, formats, focuses and files [P221]', async () => {
  const url = await upload(64, 64, 30)
  await testShop.drain()
  const hash = hashOf(url)

  for (const name of [
    `${hash}.f50-50.square-129.webp`,
    `${hash}.f50-50.square-320.webp`,
    `${hash}.f50-50.tall-128.webp`,
    `${hash}.f50-50.square-128.png`,
    `${hash}.f050-50.square-128.webp`,
    `${hash}.f101-50.square-128.webp`,
    `${hash}.f101-50.webp`,
    `${hash}.square-128.webp`,
    `${'b'.repeat(64)}.f50-50.square-128.webp`,
    `..%2f${hash}.f50-50.square-128.webp`,
    `__proto__`,
    `${hash}.f50-50.constructor-128.webp`,
  ]) {
    const reply = await served(name)
    expect([reply.statusCode, reply.headers['content-type']], name).not.toContain('image/webp')
    expect(reply.statusCode, name).toBe(404)
  }
})

it('a missing picture fails while it is shown, and is cut on the machine that has it [P223]', async () => {
  const url = await upload(300, 300, 30)
  await testShop.drain()
  const whole = join(folder(), `${hashOf(url)}.webp`)
  const bytes = readFileSync(whole)
  for (const name of kept(url)) rmSync(join(folder(), name))
  const cut = () => cutUpload(testShop.app, { hash: hashOf(url), x: 50, y: 50 })
  await cut()
  expect(kept(url)).toEqual([])
  const { id } = await product(testShop.app)
  await testShop.app.db.update(products).set({ image: url }).where(eq(products.id, id))
  await expect(cut()).rejects.toThrow(
    `the picture ${hashOf(url)} is shown and does not lie in the uploads of this machine`,
  )
  writeFileSync(whole, bytes)
  await cut()
  expect(cutsOf(url)).toHaveLength(12)
  await testShop.app.db.update(products).set({ image: null }).where(eq(products.id, id))
})
