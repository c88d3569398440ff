import { cutFormats, cuts, type CutFormat } from '@chaveiro/contracts/picture-sets'
import { cutName, uploadOf } from '@chaveiro/contracts/pictures'
import { uploadLimits } from '@chaveiro/contracts/product-limits'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'

import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { redrawPicture, isHeic, pictureKind } from '../../../platform/drawing/picture.ts'
import { fail } from '../../../platform/errors.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { queueCuts } from './uploads.cuts.service.ts'
import { storeFile, readUpload } from './uploads.files.ts'

export type Picture = { url: string; width: number; height: number }

const uploadTooLarge = () =>
  fail('upload.too_large', {
    megabytes: uploadLimits.bytes / 1024 / 1024,
    megapixels: uploadLimits.megapixels,
  })

/**
 * Store a picture as WebP: upright, without metadata, and scaled down to the maximum side. The file
 * name is the hash of the bytes. So equal pictures are stored once, and the content of a URL never
 * changes. Only still raster pictures are accepted. A job creates the cuts for cards.
 */
export async function storePicture(app: App, bytes: Uint8Array, actor: Actor): Promise<Picture> {
  if (bytes.length > uploadLimits.bytes) throw uploadTooLarge()
  if (isHeic(bytes)) throw fail('upload.heic')
  if (!pictureKind(bytes)) throw fail('upload.not_image')

  const redrawnPicture = await redrawPicture(bytes, uploadLimits)
  if (redrawnPicture === 'too large')
    throw fail('upload.pixels', { megapixels: uploadLimits.megapixels })
  if (redrawnPicture === 'moving') throw fail('upload.moving')
  if (redrawnPicture === 'broken') throw fail('upload.broken')

  const { data, info } = redrawnPicture
  const fileName = `${createHash('sha256').update(data).digest('hex')}.webp`
  await storeFile(app, fileName, data)
  const url = `/uploads/${fileName}`

  await inTransaction(app, async (tx) => {
    await recordAudit(tx, {
      action: 'upload.created',
      targetType: 'upload',
      targetId: fileName,
      details: { bytes: data.length, width: info.width, height: info.height },
      ...actor,
    })
    await queueCuts(tx, url)
  })

  return { url, width: info.width, height: info.height }
}

/**
 * The file of a multipart form, or the body itself when it is a picture. Throws upload.not_image
 * when there is no picture.
 */
export async function pictureIn(body: unknown, contentType: string): Promise<Uint8Array> {
  if (!Buffer.isBuffer(body) || !body.length) throw fail('upload.not_image')
  if (!/^multipart\/form-data/i.test(contentType)) return body

  const formData = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch(() => null)

  const file = [...(formData?.values() ?? [])].find((value) => typeof value !== 'string')
  if (!file) throw fail('upload.not_image')

  return new Uint8Array(await (file as Blob).arrayBuffer())
}

type ServedFile = { bytes: Buffer | null; type: string; forEver: boolean }

/** The whole picture, whatever focus point its URL contains. */
async function wholePicture(app: App, url: string): Promise<ServedFile> {
  const upload = uploadOf(url)
  const bytes = upload && (await readUpload(app, `${upload.hash}.webp`))

  return { bytes, type: 'image/webp', forEver: true }
}

const cutPattern = /^([^.]+\.f\d+-\d+)\.(square|wide)-(\d+)\.(avif|webp)$/

/**
 * A cut of a picture. Until the job has created the cut, the reply is the whole picture, and
 * browsers must revalidate it.
 */
async function cutPicture(app: App, name: string): Promise<ServedFile> {
  const [, of, cut, width, format] = cutPattern.exec(name) ?? []
  const upload = uploadOf(`/uploads/${of}.webp`)

  const isKnownCut =
    upload !== null &&
    cutFormats.some((known) => known === format) &&
    name === cutName(upload, cut as keyof typeof cuts, Number(width), format as CutFormat) &&
    (cuts[cut as keyof typeof cuts] as readonly number[]).includes(Number(width))

  if (!isKnownCut) return { bytes: null, type: '', forEver: false }

  const bytes = await readUpload(app, name)
  if (bytes) return { bytes, type: `image/${format}`, forEver: true }

  return { ...(await wholePicture(app, `/uploads/${upload.hash}.webp`)), forEver: false }
}

/**
 * Serve stored pictures and their cuts. A URL contains the hash of its content, so browsers may
 * cache it for a year.
 */
export function mountUploads(http: FastifyInstance, app: App): void {
  http.get<{ Params: { name: string } }>('/uploads/:name', async ({ params: { name } }, reply) => {
    const url = `/uploads/${name}`
    const { bytes, type, forEver } = await (uploadOf(url)
      ? wholePicture(app, url)
      : cutPicture(app, name))
    if (!bytes) throw fail('request.not_found')

    return reply
      .type(type)
      .header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(bytes)
  })
}
