import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadLimits } from '@chaveiro/contracts/limits'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { newToken } from '../../../platform/ids.ts'
import { drawAnew, pictureKind } from '../../../platform/picture.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'

export type Picture = { url: string; width: number; height: number }

const folder = (app: App): string => join(app.config.dataDir, 'uploads')
const tooLarge = () =>
  fail('upload.too_large', {
    megabytes: uploadLimits.bytes / 1024 / 1024,
    megapixels: uploadLimits.megapixels,
  })

/**
 * Store a picture: decoded, turned upright, scaled to the longest side, written anew as WebP
 * without its metadata, under the hash of its bytes. So the same picture is stored once, and an
 * address never changes what it shows. Anything but a still raster picture is refused.
 */
export async function keepPicture(app: App, bytes: Uint8Array, actor: Actor): Promise<Picture> {
  if (bytes.length > uploadLimits.bytes) throw tooLarge()
  if (!pictureKind(bytes)) throw fail('upload.not_image')
  const drawn = await drawAnew(bytes, uploadLimits)
  if (drawn === 'too large') throw tooLarge()
  if (drawn === 'broken') throw fail('upload.not_image')
  const { data, info } = drawn
  const name = `${createHash('sha256').update(data).digest('hex')}.webp`
  await mkdir(folder(app), { recursive: true })
  // Written to a temporary file and renamed: no reader, and no other process of the shop, ever sees
  // half a picture.
  const beside = join(folder(app), `.${newToken()}`)
  await writeFile(beside, data)
  await rename(beside, join(folder(app), name))
  await inTransaction(app, (tx) =>
    recordAudit(tx, {
      action: 'upload.created',
      targetType: 'upload',
      targetId: name,
      details: { bytes: data.length, width: info.width, height: info.height },
      ...actor,
    }),
  )
  return { url: `/uploads/${name}`, width: info.width, height: info.height }
}

/**
 * The file of a form, or the body itself when it is one. Throws upload.not_image when there is
 * none.
 */
export async function pictureIn(body: unknown, contentType: string): Promise<Uint8Array> {
  if (!Buffer.isBuffer(body) || !body.length) throw fail('upload.not_image')
  if (!/^multipart\/form-data/i.test(contentType)) return body
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch(() => null)
  const file = [...(form?.values() ?? [])].find((value) => typeof value !== 'string')
  if (!file) throw fail('upload.not_image')
  return new Uint8Array(await (file as Blob).arrayBuffer())
}

/**
 * Serve stored pictures. An address is the hash of its content, so browsers may keep it for ever.
 */
export function mountUploads(http: FastifyInstance, app: App): void {
  http.get<{ Params: { name: string } }>('/uploads/:name', async ({ params }, reply) => {
    const bytes = /^[0-9a-f]{64}\.webp$/.test(params.name)
      ? await readFile(join(folder(app), params.name)).catch(() => null)
      : null
    if (!bytes) throw fail('request.not_found')
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
}
