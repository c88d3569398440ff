import type { ChatResult } from '../../ports/chat.ts'
import { failureResult, userAgent } from './discord-call.ts'

const discordHosts = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

const isDiscordHost = (url: URL, apiUrl: string): boolean =>
  (url.protocol === 'https:' && discordHosts.has(url.hostname) && !url.port) ||
  url.origin === new URL(apiUrl).origin

/** The bytes of a body; null as soon as there are more than maxBytes. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const readChunks: Uint8Array[] = []
  let totalBytes = 0

  for await (const chunk of body) {
    totalBytes += chunk.length
    if (totalBytes > maxBytes) return null

    readChunks.push(chunk)
  }

  return Buffer.concat(readChunks)
}

/**
 * Downloads an attachment from the service's own hosts only: a URL in a message must not make the
 * shop call other servers.
 */
export const createDownload =
  (apiUrl: string, timeoutMs = 5_000) =>
  async (address: string, maxBytes: number): Promise<ChatResult<Buffer>> => {
    const fileUrl = URL.canParse(address) ? new URL(address) : null
    if (!fileUrl || !isDiscordHost(fileUrl, apiUrl))
      return failureResult('invalid', 'not an address of the chat service')

    try {
      const reply = await fetch(fileUrl, {
        redirect: 'error',
        headers: { 'user-agent': userAgent },
        signal: AbortSignal.timeout(timeoutMs * 4),
      })

      if (!reply.ok || !reply.body)
        return failureResult(
          reply.status === 404 || reply.status === 403 ? 'not-found' : 'unavailable',
          `discord answered ${reply.status} for a file`,
        )

      const fileBytes = await readUpTo(reply.body, maxBytes)

      return fileBytes
        ? { kind: 'ok', value: fileBytes }
        : failureResult('invalid', 'the file is too large')
    } catch {
      return failureResult('unavailable', 'discord gave no answer for a file')
    }
  }
