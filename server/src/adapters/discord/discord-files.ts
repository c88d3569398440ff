import type { ChatResult } from '../../ports/chat.ts'
import { failed, userAgent } from './discord-call.ts'

const hosts = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

const isDiscordHost = (url: URL, apiUrl: string): boolean =>
  (url.protocol === 'https:' && hosts.has(url.hostname) && !url.port) ||
  url.origin === new URL(apiUrl).origin

/** The bytes of a body; null as soon as there are more than maxBytes. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0

  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) return null

    chunks.push(chunk)
  }

  return Buffer.concat(chunks)
}

/**
 * Downloads an attachment from the service's own hosts only: an address in a message must not make
 * the shop call other servers.
 */
export const createDownload =
  (apiUrl: string, timeoutMs = 5_000) =>
  async (address: string, maxBytes: number): Promise<ChatResult<Buffer>> => {
    const url = URL.canParse(address) ? new URL(address) : null
    if (!url || !isDiscordHost(url, apiUrl))
      return failed('invalid', 'not an address of the chat service')

    try {
      const reply = await fetch(url, {
        redirect: 'error',
        headers: { 'user-agent': userAgent },
        signal: AbortSignal.timeout(timeoutMs * 4),
      })

      if (!reply.ok || !reply.body)
        return failed(
          reply.status === 404 || reply.status === 403 ? 'not-found' : 'unavailable',
          `discord answered ${reply.status} for a file`,
        )

      const bytes = await readUpTo(reply.body, maxBytes)

      return bytes ? { kind: 'ok', value: bytes } : failed('invalid', 'the file is too large')
    } catch {
      return failed('unavailable', 'discord gave no answer for a file')
    }
  }
