import { eq } from 'drizzle-orm'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog } from '../../../db/tables/index.ts'
import { person, type Person } from '../../../testing/make.ts'
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

const url = '/api/admin/uploads'

const upload = (payload: Buffer | string, type: string, who: Person | null = admin) =>
  testShop.http.inject({
    method: 'POST',
    url,
    headers: { ...who?.headers, 'content-type': type },
    payload,
  })

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 10, g: 200, b: 90 } } })

const form = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(
      '--lim\r\ncontent-disposition: form-data; name="title"\r\n\r\nfoto\r\n--lim\r\ncontent-disposition: form-data; name="file"; filename="../../x.png"\r\ncontent-type: image/png\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n--lim--\r\n'),
  ])

describe('pictures', () => {
  it('are re-encoded as WebP without metadata, upright, at most 1,600 px, under their hash [B160, B164, B180]', async () => {
    const source = await drawn(3200, 800)
      .withExif({ IFD0: { Copyright: 'SEGREDO-EXIF' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

    const reply = await upload(source, 'image/jpeg')

    expect(reply.json()).toEqual({
      success: true,
      url: expect.stringMatching(/^\/uploads\/[0-9a-f]{64}\.webp$/),
      width: 400,
      height: 1600,
    })

    const served = await testShop.http.inject(reply.json().url)

    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })

    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 400,
      height: 1600,
    })

    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined()
    expect(served.rawPayload.toString('latin1')).not.toContain('SEGREDO')
    expect((await upload(source, 'image/jpeg')).json().url).toBe(reply.json().url)

    expect(
      (
        await testShop.app.db.select().from(auditLog).where(eq(auditLog.action, 'upload.created'))
      )[0],
    ).toMatchObject({
      actorId: admin.userId,
      ip: '127.0.0.1',
      details: { width: 400, height: 1600 },
    })
  })

  it('come as the body itself or as a file of a form, in the formats of the web [B160]', async () => {
    const png = await drawn(30, 20).png().toBuffer()
    const direct = (await upload(png, 'image/png')).json().url

    expect((await upload(form(png), 'multipart/form-data; boundary=lim')).json()).toMatchObject({
      success: true,
      url: direct,
      width: 30,
      height: 20,
    })

    expect((await upload(png, 'application/octet-stream')).json().url).toBe(direct)

    for (const format of ['webp', 'avif', 'gif', 'jpeg'] as const)
      expect(
        (await upload(await drawn(8, 8).toFormat(format).toBuffer(), `image/${format}`)).json(),
        format,
      ).toMatchObject({ success: true, width: 8 })
  })

  it('other files are refused: SVG, animations, bombs, broken and foreign ones, over 5 MB [B160]', async () => {
    const refused = async (payload: Buffer | string, type = 'image/png') => {
      const reply = await upload(payload, type)
      return [reply.statusCode, reply.json().code]
    }

    const frames = await sharp(Buffer.alloc(4 * 8 * 3, 7), {
      raw: { width: 4, height: 8, channels: 3 },
    })
      .gif()
      .toBuffer()

    const moving = await sharp([frames, await drawn(4, 8).gif().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer()

    const bomb = await drawn(9000, 9000).png({ compressionLevel: 9 }).toBuffer()
    const png = await drawn(40, 40).png().toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)

    for (const wrong of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<?xml version="1.0"?><svg/>',
      '%PDF-1.7',
      '',
    ])
      expect(await refused(wrong), String(wrong).slice(0, 12)).toEqual([400, 'upload.not_image'])

    for (const wrong of ['GIF89a<script>', png.subarray(0, 60)])
      expect(await refused(wrong), String(wrong).slice(0, 12)).toEqual([400, 'upload.broken'])
    expect(await refused(moving)).toEqual([400, 'upload.moving'])
    expect(await refused(bomb)).toEqual([413, 'upload.pixels'])
    for (const brand of ['heic', 'heix', 'mif1'])
      expect(await refused(`\0\0\0\x18ftyp${brand}\0\0\0\0`), brand).toEqual([400, 'upload.heic'])

    expect(await refused(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).toEqual([
      413,
      'upload.too_large',
    ])

    expect(await refused(Buffer.alloc(6 * 1024 * 1024))).toEqual([413, 'request.too_large'])
    expect(await refused('{}', 'application/json')).toEqual([415, 'request.media_type'])

    for (const body of [
      '--lim--',
      '--lim\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--lim--\r\n',
      'x',
    ])
      expect(await refused(body, 'multipart/form-data; boundary=lim')).toEqual([
        400,
        'upload.not_image',
      ])

    expect(
      readdirSync(join(testShop.app.config.dataDir, 'uploads')).every((name) =>
        /^[0-9a-f]{64}\.webp$/.test(name),
      ),
    ).toBe(true)
  })

  it('are for staff only, before a byte is read; no other file has a URL [B185]', async () => {
    expect((await upload('x', 'image/png', null)).statusCode).toBe(401)
    expect((await upload('x', 'image/png', await person(testShop.app))).statusCode).toBe(403)

    for (const path of [
      '/uploads/../secrets.json',
      '/uploads/..%2fsecrets.json',
      `/uploads/${'a'.repeat(64)}.webp`,
      '/uploads/.webp',
    ])
      expect((await testShop.http.inject(path)).headers['content-type'], path).not.toContain('webp')
  })
})
