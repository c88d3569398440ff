import { uploadLimits } from '@chaveiro/contracts/product-limits'
import { supportFileTypes, supportLimits } from '@chaveiro/contracts/support-limits'
import { withoutEnd } from '@chaveiro/contracts/without-end'
import { and, desc, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm'

import { ticketFiles } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { redrawPicture, isHeic, pictureKind } from '../../platform/drawing/picture.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { cutWhole } from '../../platform/text/whole-cut.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { fileUrl } from './tickets.files.ts'

type FileType = (typeof supportFileTypes)[number]
type Read = { type: FileType | 'image/webp'; bytes: Buffer; ending: RegExp; ends: string }
export type WaitingFile = { id: string; name: string; type: string; size: number }

const fileTooLarge = () =>
  fail('ticket.file_large', { megabytes: supportLimits.fileBytes / 1024 / 1024 })

/**
 * Store an uploaded file until its owner sends a message with the file (P162). The content decides
 * the type. Pictures are re-encoded, so that hidden data is lost. Throws ticket.file_type,
 * ticket.file_large, upload.heic and upload.pixels.
 */
export async function storeUpload(
  app: App,
  ownerId: string,
  { bytes, name }: { bytes: unknown; name: string },
): Promise<WaitingFile> {
  if (!Buffer.isBuffer(bytes) || !bytes.length) throw fail('ticket.file_type')
  if (bytes.length > supportLimits.fileBytes) throw fileTooLarge()

  await app.limits.count('ticket file', ownerId)
  const fileContent = await readContent(bytes)
  const now = app.clock.now()

  const uploadedFile = {
    id: newId(now.getTime()),
    name: safeFileName(name, fileContent),
    type: fileContent.type,
    size: fileContent.bytes.length,
  }

  await inTransaction(app, async (tx) => {
    await tx.db
      .insert(ticketFiles)
      .values({ ...uploadedFile, ownerId, bytes: fileContent.bytes, createdAt: now })
    await deleteSurplus(tx, ownerId)
  })

  return uploadedFile
}

/** Attach uploaded files to a message of their owner. Throws ticket.file_gone. */
export async function attachFiles(
  tx: App,
  ownerId: string,
  ids: readonly string[],
  to: { ticketId: string; messageId: string },
): Promise<void> {
  if (!ids.length) return

  const attachedFiles = await tx.db
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

  if (attachedFiles.length !== ids.length) throw fail('ticket.file_gone')
}

/**
 * The attachments of a message, in the order of `ids`. Throws ticket.file_gone for a file that does
 * not wait to be sent.
 */
export async function attachmentsOf(
  tx: App,
  ownerId: string,
  ids: readonly string[],
): Promise<{ name: string; url: string }[]> {
  if (!ids.length) return []

  const waitingRows = await tx.db
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
    const waitingFile = waitingRows.find((candidate) => candidate.id === id)
    if (!waitingFile) throw fail('ticket.file_gone')

    return { name: waitingFile.name, url: fileUrl(id) }
  })
}

/** Delete files that were uploaded a day ago and not sent. */
export async function purgeWaitingFiles(app: App): Promise<void> {
  const cutoffDate = secondsAfter(app.clock.now(), -supportLimits.waitingHours * 3600)
  await app.db
    .delete(ticketFiles)
    .where(and(isNull(ticketFiles.ticketId), lt(ticketFiles.createdAt, cutoffDate)))
}

/** Keep only the newest waiting files of a person. */
async function deleteSurplus(tx: App, ownerId: string): Promise<void> {
  const isWaiting = and(eq(ticketFiles.ownerId, ownerId), isNull(ticketFiles.ticketId))

  const newestFiles = await tx.db
    .select({ id: ticketFiles.id })
    .from(ticketFiles)
    .where(isWaiting)
    .orderBy(desc(ticketFiles.createdAt), desc(ticketFiles.id))
    .limit(supportLimits.waitingFiles)

  await tx.db.delete(ticketFiles).where(
    and(
      isWaiting,
      notInArray(
        ticketFiles.id,
        newestFiles.map(({ id }) => id),
      ),
    ),
  )
}

async function readContent(bytes: Buffer): Promise<Read> {
  if (isHeic(bytes)) throw fail('upload.heic')

  const pictureType = pictureKind(bytes)

  if (pictureType === 'png' || pictureType === 'jpeg' || pictureType === 'webp') {
    const redrawnPicture = await redrawPicture(bytes, {
      megapixels: uploadLimits.megapixels,
      side: supportLimits.pictureSide,
    })

    if (redrawnPicture === 'too large')
      throw fail('upload.pixels', { megapixels: uploadLimits.megapixels })
    if (typeof redrawnPicture === 'string') throw fail('ticket.file_type')
    if (isOversized(redrawnPicture.data)) throw fileTooLarge()

    return { type: 'image/webp', bytes: redrawnPicture.data, ending: /\.webp$/i, ends: '.webp' }
  }

  if (bytes.toString('latin1', 0, 5) === '%PDF-')
    return { type: 'application/pdf', bytes, ending: /\.pdf$/i, ends: '.pdf' }
  if (!pictureType && isPlainText(bytes))
    return { type: 'text/plain', bytes, ending: /\.(txt|log|csv|md|ini|json)$/i, ends: '.txt' }

  throw fail('ticket.file_type')
}

const isOversized = (bytes: Buffer): boolean => bytes.length > supportLimits.fileBytes

/** Whether bytes are UTF-8 text without control characters. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const decodedText = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^[^\u0000-\u0008\u000b\u000e-\u001f\u007f]*$/.test(decodedText)
  } catch {
    return false
  }
}

/**
 * A name without folders, control characters and bidirectional marks, with an extension that fits
 * the content.
 */
function safeFileName(given: string, { ending, ends }: Read): string {
  const cleanName = given
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')

  const nameWithoutEnding = withoutEnd(cleanName, /[.\s]/)
    .replace(/\.(png|jpe?g|webp)$/i, ends === '.webp' ? '' : '$&')
    .toWellFormed()
  const fullName = ending.test(nameWithoutEnding)
    ? nameWithoutEnding
    : `${nameWithoutEnding || 'arquivo'}${ends}`
  if (fullName.length <= supportLimits.fileName) return fullName

  return `${cutWhole(fullName, supportLimits.fileName - 6)}${ends}`
}
