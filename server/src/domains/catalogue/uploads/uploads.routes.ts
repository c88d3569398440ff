import { cutFormats, cuts, type CutFormat } from '@chaveiro/contracts/picture-sets'
import { cutName, uploadOf } from '@chaveiro/contracts/pictures'
import { uploadLimits } from '@chaveiro/contracts/product-limits'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'

import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { drawAnew, isHeic, pictureKind } from '../../../platform/drawing/picture.ts'
import { fail } from '../../../platform/errors.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { queueCuts } from './uploads.cuts.service.ts'
import { keepFile, readKept } from './uploads.files.ts'

export type Picture = { url: string; width: number; height: number }

const tooLarge = () =>
  fail('upload.too_large', {
    megabytes: uploadLimits.bytes / 1024 / 1024,
    megapixels: uploadLimits.megapixels,
  })

/**
 * Store a picture: decoded, turned upright, scaled to the longest side, written anew as WebP
 * without its metadata, under the hash of its bytes. So the same picture is stored once, and an
 * address never changes what it shows. Anything but a still raster picture is refused. What cards
 * show of it is cut by a job.
 */
export async function keepPicture(app: App, bytes: Uint8Array, actor: Actor): Promise<Picture> {
  if (bytes.length > uploadLimits.bytes) throw tooLarge()
  if (isHeic(bytes)) throw fail('upload.heic')
  if (!pictureKind(bytes)) throw fail('upload.not_image')

  const drawn = await drawAnew(bytes, uploadLimits)
  if (drawn === 'too large') throw fail('upload.pixels', { megapixels: uploadLimits.megapixels })
  if (drawn === 'moving') throw fail('upload.moving')
  if (drawn === 'broken') throw fail('upload.broken')

  const { data, info } = drawn
  const name = `${createHash('sha256').update(data).digest('hex')}.webp`
  await keepFile(app, name, data)
  const url = `/uploads/${name}`

  await inTransaction(app, async (tx) => {
    await recordAudit(tx, {
      action: 'upload.created',
      targetType: 'upload',
      targetId: name,
      details: { bytes: data.length, width: info.width, height: info.height },
      ...actor,
    })
    await queueCuts(tx, url)
  })

  return { url, width: info.width, height: info.height }
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

type Kept = { bytes: Buffer | null; type: string; forEver: boolean }

/** A picture as a whole, whichever of its points the address names. */
async function wholeOf(app: App, url: string): Promise<Kept> {
  const upload = uploadOf(url)
  const bytes = upload && (await readKept(app, `${upload.hash}.webp`))

  return { bytes, type: 'image/webp', forEver: true }
}

const cutPath = /^([^.]+\.f\d+-\d+)\.(square|wide)-(\d+)\.(avif|webp)$/

/** A cut of a picture; the whole one, for a moment, while it is not cut yet. */
async function cutOf(app: App, name: string): Promise<Kept> {
  const [, of, cut, width, format] = cutPath.exec(name) ?? []
  const upload = uploadOf(`/uploads/${of}.webp`)

  const isOurs =
    upload !== null &&
    cutFormats.some((known) => known === format) &&
    name === cutName(upload, cut as keyof typeof cuts, Number(width), format as CutFormat) &&
    (cuts[cut as keyof typeof cuts] as readonly number[]).includes(Number(width))

  if (!isOurs) return { bytes: null, type: '', forEver: false }

  const bytes = await readKept(app, name)
  if (bytes) return { bytes, type: `image/${format}`, forEver: true }

  return { ...(await wholeOf(app, `/uploads/${upload.hash}.webp`)), forEver: false }
}

/**
 * Serve stored pictures and what is cut of them. An address is the hash of its content, so browsers
 * may keep it for ever.
 */
export function mountUploads(http: FastifyInstance, app: App): void {
  http.get<{ Params: { name: string } }>('/uploads/:name', async ({ params: { name } }, reply) => {
    const url = `/uploads/${name}`
    const { bytes, type, forEver } = await (uploadOf(url) ? wholeOf(app, url) : cutOf(app, name))
    if (!bytes) throw fail('request.not_found')

    return reply
      .type(type)
      .header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(bytes)
  })
}
