import { uploadLimits } from '@chaveiro/contracts/product-limits'
import { supportFileTypes, supportLimits } from '@chaveiro/contracts/support-limits'
import { withoutEnd } from '@chaveiro/contracts/without-end'
import { and, desc, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm'

import { ticketFiles } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { drawAnew, isHeic, pictureKind } from '../../platform/drawing/picture.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { fileUrl } from './tickets.files.ts'

type FileType = (typeof supportFileTypes)[number]
type Read = { type: FileType | 'image/webp'; bytes: Buffer; ending: RegExp; ends: string }
export type WaitingFile = { id: string; name: string; type: string; size: number }

const tooLarge = () =>
  fail('ticket.file_large', { megabytes: supportLimits.fileBytes / 1024 / 1024 })

/**
 * Keep a file that a person sent up until he says something with it (P162). What it is says its
 * content: a picture is drawn anew, so that it holds nothing but what it shows.
 * Throws ticket.file_type and ticket.file_large.
 */
export async function keepWaiting(
  app: App,
  ownerId: string,
  { bytes, name }: { bytes: unknown; name: string },
): Promise<WaitingFile> {
  if (!Buffer.isBuffer(bytes) || !bytes.length) throw fail('ticket.file_type')
  if (bytes.length > supportLimits.fileBytes) throw tooLarge()

  await app.limits.count('ticket file', ownerId)
  const read = await readContent(bytes)
  const now = app.clock.now()

  const file = {
    id: newId(now.getTime()),
    name: plainName(name, read),
    type: read.type,
    size: read.bytes.length,
  }

  await inTransaction(app, async (tx) => {
    await tx.db.insert(ticketFiles).values({ ...file, ownerId, bytes: read.bytes, createdAt: now })
    await dropSurplus(tx, ownerId)
  })

  return file
}

/** Give files that a person sent up to what he says; they stand in its order. Throws ticket.file_gone. */
export async function attachFiles(
  tx: App,
  ownerId: string,
  ids: readonly string[],
  to: { ticketId: string; messageId: string },
): Promise<void> {
  if (!ids.length) return

  const given = await tx.db
    .update(ticketFiles)
    .set(to)
    .where(
      and(
        inArray(ticketFiles.id, [...ids]),
        eq(ticketFiles.ownerId, ownerId),
        isNull(ticketFiles.ticketId),
      ),
    )
    .returning({ id: ticketFiles.id })

  if (given.length !== ids.length) throw fail('ticket.file_gone')
}

/** How a message names its files. Throws ticket.file_gone for one that is not waiting. */
export async function attachmentsOf(
  tx: App,
  ownerId: string,
  ids: readonly string[],
): Promise<{ name: string; url: string }[]> {
  if (!ids.length) return []

  const rows = await tx.db
    .select({ id: ticketFiles.id, name: ticketFiles.name })
    .from(ticketFiles)
    .where(
      and(
        inArray(ticketFiles.id, [...ids]),
        eq(ticketFiles.ownerId, ownerId),
        isNull(ticketFiles.ticketId),
      ),
    )
    .for('update')

  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw fail('ticket.file_gone')

    return { name: row.name, url: fileUrl(id) }
  })
}

/** Delete what was sent up a day ago and never said. */
export async function purgeWaitingFiles(app: App): Promise<void> {
  const before = secondsAfter(app.clock.now(), -supportLimits.waitingHours * 3600)
  await app.db
    .delete(ticketFiles)
    .where(and(isNull(ticketFiles.ticketId), lt(ticketFiles.createdAt, before)))
}

/** Of what one person sent up and did not say, the newest stay. */
async function dropSurplus(tx: App, ownerId: string): Promise<void> {
  const waiting = and(eq(ticketFiles.ownerId, ownerId), isNull(ticketFiles.ticketId))

  const kept = await tx.db
    .select({ id: ticketFiles.id })
    .from(ticketFiles)
    .where(waiting)
    .orderBy(desc(ticketFiles.createdAt), desc(ticketFiles.id))
    .limit(supportLimits.waitingFiles)

  await tx.db.delete(ticketFiles).where(
    and(
      waiting,
      notInArray(
        ticketFiles.id,
        kept.map(({ id }) => id),
      ),
    ),
  )
}

async function readContent(bytes: Buffer): Promise<Read> {
  if (isHeic(bytes)) throw fail('upload.heic')

  const kind = pictureKind(bytes)

  if (kind === 'png' || kind === 'jpeg' || kind === 'webp') {
    const drawn = await drawAnew(bytes, {
      megapixels: uploadLimits.megapixels,
      side: supportLimits.pictureSide,
    })

    if (drawn === 'too large') throw fail('upload.pixels', { megapixels: uploadLimits.megapixels })
    if (typeof drawn === 'string') throw fail('ticket.file_type')
    if (isTooLong(drawn.data)) throw tooLarge()

    return { type: 'image/webp', bytes: drawn.data, ending: /\.webp$/i, ends: '.webp' }
  }

  if (bytes.toString('latin1', 0, 5) === '%PDF-')
    return { type: 'application/pdf', bytes, ending: /\.pdf$/i, ends: '.pdf' }
  if (!kind && isText(bytes))
    return { type: 'text/plain', bytes, ending: /\.(txt|log|csv|md|ini|json)$/i, ends: '.txt' }

  throw fail('ticket.file_type')
}

const isTooLong = (bytes: Buffer): boolean => bytes.length > supportLimits.fileBytes

/** Whether bytes are UTF-8 of lines that people write. */
function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^[^\u0000-\u0008\u000b\u000e-\u001f\u007f]*$/.test(text)
  } catch {
    return false
  }
}

/**
 * A name without folders, control characters and signs that turn the reading direction, whose
 * ending says what the file is.
 */
function plainName(given: string, { ending, ends }: Read): string {
  const bare = given
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')

  const name = withoutEnd(bare, /[.\s]/)
    .replace(/\.(png|jpe?g|webp)$/i, ends === '.webp' ? '' : '$&')
    .toWellFormed()
  const whole = ending.test(name) ? name : `${name || 'arquivo'}${ends}`
  if (whole.length <= supportLimits.fileName) return whole

  return `${whole.slice(0, supportLimits.fileName - 6).toWellFormed()}${ends}`
}
