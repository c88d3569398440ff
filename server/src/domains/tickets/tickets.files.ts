import { and, eq, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { ticketFiles } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { isOneOf, signaturesOf } from '../../platform/secrets/derived-keys.ts'
import { newId } from '../../platform/secrets/ids.ts'
import type { ChatLine, ChatProvider } from '../../ports/chat.ts'

const most = { file: 8_388_608, all: 33_554_432 }
const linkSeconds = 3600
const place = '/transcripts/files/'

export type KeptFile = { id: string; name: string; bytes: Buffer }

/**
 * Read what was attached while its addresses last, as much as the shop keeps of one ticket; by the
 * address it had. What cannot be had keeps its address.
 */
export async function readFiles(
  app: App,
  chat: ChatProvider,
  lines: readonly ChatLine[],
): Promise<Map<string, KeptFile>> {
  const kept = new Map<string, KeptFile>()
  let left = most.all

  for (const { name, url, size } of lines.flatMap((line) => line.attachments)) {
    if (size > Math.min(most.file, left)) continue

    const read = await chat.download(url, Math.min(most.file, left))
    if (read.kind === 'unavailable' || read.kind === 'rate-limited') throw new Error(read.reason)

    if (read.kind !== 'ok') {
      app.log.info({ reason: read.reason }, 'an attachment of a ticket cannot be kept')
      continue
    }

    left -= read.value.length

    kept.set(url, {
      id: newId(app.clock.now().getTime()),
      name: name.slice(0, 200),
      bytes: read.value,
    })
  }

  return kept
}

/** Keep the files of a ticket, in the transaction that keeps its conversation. */
export async function keepFiles(
  tx: App,
  ticketId: string,
  files: Iterable<KeptFile>,
): Promise<void> {
  for (const file of files)
    await tx.db.insert(ticketFiles).values({ ...file, ticketId, createdAt: tx.clock.now() })
}

export const fileUrl = (id: string): string => `${place}${id}`

/** The id of a kept file by its address; null for an address that is none of ours. */
export const idOfFile = (url: string): string | null =>
  url.startsWith(place) ? url.slice(place.length) : null

/**
 * A kept file's address for who reads the transcript now, for an hour; null for an address that is
 * none of ours. A sandboxed page sends no cookie, so the address itself is signed.
 */
export function signedFileUrl(app: App, url: string): string | null {
  if (!url.startsWith(place)) return null

  const until = Math.floor(app.clock.now().getTime() / 1000) + linkSeconds

  return `${app.config.publicUrl}${url}/${until}/${signed(app, url.slice(place.length), until)[0]}`
}

/** GET /transcripts/files/…: pictures are shown, everything else is saved; nothing of it runs. */
export function mountTicketFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string; until: string; signature: string } }>(
    `${place}:id/:until/:signature`,
    async (request, reply) => {
      const { id, until, signature } = request.params

      const mayRead =
        isOneOf(signature, signed(app, id, Number(until))) &&
        Number(until) * 1000 > app.clock.now().getTime() &&
        /^[0-9a-f-]{36}$/.test(id)

      const [file] = mayRead
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

      const type = pictureType(file.bytes)

      return reply
        .type(type ?? 'application/octet-stream')
        .header(
          'content-disposition',
          `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        )
        .send(file.bytes)
    },
  )
}

/** What a picture is by its first bytes; null for everything else, whatever it is called. */
function pictureType(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'

  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null
}

const signed = (app: App, id: string, until: number): string[] =>
  signaturesOf(app.config, 'ticket file', `${id}.${until}`).map((signature) =>
    signature.toString('base64url'),
  )
