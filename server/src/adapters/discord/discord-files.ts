import type { ChatResult } from '../../ports/chat.ts'
import { failed, userAgent } from './discord-call.ts'

const hosts = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/** Read what people attached, from the service's own hosts alone: an address in a message must not make us knock elsewhere. */
export const createDownload =
  (apiUrl: string, timeoutMs = 5_000) =>
  async (address: string, maxBytes: number): Promise<ChatResult<Buffer>> => {
    const url = URL.canParse(address) ? new URL(address) : null
    const isTheirs =
      url !== null &&
      ((url.protocol === 'https:' && hosts.has(url.hostname) && !url.port) ||
        url.origin === new URL(apiUrl).origin)
    if (!isTheirs) return failed('invalid', 'not an address of the chat service')
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
      const parts: Uint8Array[] = []
      let size = 0
      for await (const part of reply.body) {
        size += part.length
        if (size > maxBytes) return failed('invalid', 'the file is too large')
        parts.push(part)
      }
      return { kind: 'ok', value: Buffer.concat(parts) }
    } catch {
      return failed('unavailable', 'discord gave no answer for a file')
    }
  }
