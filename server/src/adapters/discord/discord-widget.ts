import type { ChatResult, ChatWidget } from '../../ports/chat.ts'
import { createDiscordCall, readResult, type Call } from './discord-call.ts'

const answerLifeMs = 60_000
const failureLifeMs = 15_000

/** The guild's public widget. An invite that is not an https URL becomes null. */
export async function readWidget(call: Call, guildId: string): Promise<ChatResult<ChatWidget>> {
  return readResult(await call('get', `/guilds/${guildId}/widget.json`, { bot: false }), (row) => {
    if (typeof row.name !== 'string' || !row.name) throw new Error('no widget')

    const inviteUrl =
      typeof row.instant_invite === 'string' && /^https:\/\//i.test(row.instant_invite)
        ? row.instant_invite
        : null

    return {
      name: row.name,
      online: Math.max(0, Math.floor(Number(row.presence_count) || 0)),
      invite: inviteUrl,
    }
  })
}

/**
 * The widget of a guild, which needs no bot. All visitors share an answer for a minute, and a
 * failure for 15 seconds.
 */
export function createDiscordWidget(options: {
  apiUrl: string
  guildId: string
  timeoutMs?: number | undefined
}): { read(): Promise<ChatResult<ChatWidget>>; close(): void } {
  const { call, close } = createDiscordCall({
    apiUrl: options.apiUrl,
    botToken: '',
    timeoutMs: options.timeoutMs,
  })

  let cachedWidget: Promise<ChatResult<ChatWidget>> | null = null
  let cachedUntil = 0

  return {
    read() {
      if (cachedWidget && performance.now() < cachedUntil) return cachedWidget

      cachedUntil = performance.now() + answerLifeMs
      cachedWidget = readWidget(call, options.guildId)
      void cachedWidget.then((result) => {
        if (result.kind !== 'ok')
          cachedUntil = Math.min(cachedUntil, performance.now() + failureLifeMs)
      })

      return cachedWidget
    },
    close,
  }
}
