import { and, eq, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { ticketFiles } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { matchesAny, signaturesOf } from '../../platform/secrets/derived-keys.ts'
import { newId } from '../../platform/secrets/ids.ts'
import type { ChatLine, ChatProvider } from '../../ports/chat.ts'

const sizeLimits = { file: 8_388_608, all: 33_554_432 }
const linkSeconds = 3600
const filesPath = '/transcripts/files/'

export type KeptFile = { id: string; name: string; bytes: Buffer }

/**
 * Download the attachments of a conversation before their URLs expire, up to the size limit of one
 * ticket. Returns the files by URL. Files that are too large or cannot be downloaded are left out.
 */
export async function readFiles(
  app: App,
  chat: ChatProvider,
  lines: readonly ChatLine[],
): Promise<Map<string, KeptFile>> {
  const keptFiles = new Map<string, KeptFile>()
  let bytesLeft = sizeLimits.all

  for (const { name, url, size } of lines.flatMap((line) => line.attachments)) {
    if (size > Math.min(sizeLimits.file, bytesLeft)) continue

    const download = await chat.download(url, Math.min(sizeLimits.file, bytesLeft))
    if (download.kind === 'unavailable' || download.kind === 'rate-limited')
      throw new Error(download.reason)

    if (download.kind !== 'ok') {
      app.log.info({ reason: download.reason }, 'attachment of a ticket not stored')
      continue
    }

    bytesLeft -= download.value.length

    keptFiles.set(url, {
      id: newId(app.clock.now().getTime()),
      name: name.slice(0, 200),
      bytes: download.value,
    })
  }

  return keptFiles
}

/** Store the files of a ticket, in the transaction that stores its conversation. */
export async function keepFiles(
  tx: App,
  ticketId: string,
  files: Iterable<KeptFile>,
): Promise<void> {
  for (const file of files)
    await tx.db.insert(ticketFiles).values({ ...file, ticketId, createdAt: tx.clock.now() })
}

export const fileUrl = (id: string): string => `${filesPath}${id}`

/** The id of a stored file by its URL; null for other URLs. */
export const idOfFile = (url: string): string | null =>
  url.startsWith(filesPath) ? url.slice(filesPath.length) : null

/**
 * The signed URL of a stored file, valid for an hour; null for other URLs. A sandboxed page sends
 * no cookie, so the URL itself is signed.
 */
export function signedFileUrl(app: App, url: string): string | null {
  if (!url.startsWith(filesPath)) return null

  const linkExpiry = Math.floor(app.clock.now().getTime() / 1000) + linkSeconds

  return `${app.config.publicUrl}${url}/${linkExpiry}/${signaturesFor(app, url.slice(filesPath.length), linkExpiry)[0]}`
}

/**
 * GET /transcripts/files/…: pictures are shown, other files are downloaded, and none can run
 * scripts.
 */
export function mountTicketFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string; until: string; signature: string } }>(
    `${filesPath}:id/:until/:signature`,
    async (request, reply) => {
      const { id, until, signature } = request.params

      const isAllowed =
        matchesAny(signature, signaturesFor(app, id, Number(until))) &&
        Number(until) * 1000 > app.clock.now().getTime() &&
        /^[0-9a-f-]{36}$/.test(id)

      const [file] = isAllowed
        ? await app.db
            .select()
            .from(ticketFiles)
            .where(and(eq(ticketFiles.id, id), isNotNull(ticketFiles.ticketId)))
        : []

      reply
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')

      if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('404')

      const shownType = pictureType(file.bytes)

      return reply
        .type(shownType ?? 'application/octet-stream')
        .header(
          'content-disposition',
          `${shownType ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        )
        .send(file.bytes)
    },
  )
}

/** The media type, found by the first bytes and never by the name; null for other files. */
function pictureType(bytes: Buffer): string | null {
  const firstBytes = bytes.toString('latin1', 0, 12)
  if (firstBytes.startsWith('\x89PNG\r\n')) return 'image/png'
  if (firstBytes.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(firstBytes)) return 'image/gif'

  return firstBytes.startsWith('RIFF') && firstBytes.slice(8) === 'WEBP' ? 'image/webp' : null
}

const signaturesFor = (app: App, id: string, until: number): string[] =>
  signaturesOf(app.config, 'ticket file', `${id}.${until}`).map((signature) =>
    signature.toString('base64url'),
  )
