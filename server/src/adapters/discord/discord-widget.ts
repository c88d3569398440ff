import type { ChatResult, ChatWidget } from '../../ports/chat.ts'
import { createDiscordCall, readAs, type Call } from './discord-call.ts'

const goodMs = 60_000
const badMs = 15_000

/** What the guild shows to everybody; an invite must lead to the web. */
export async function readWidget(call: Call, guildId: string): Promise<ChatResult<ChatWidget>> {
  return readAs(await call('get', `/guilds/${guildId}/widget.json`, { bot: false }), (row) => {
    if (typeof row.name !== 'string' || !row.name) throw new Error('no widget')

    const invite =
      typeof row.instant_invite === 'string' && /^https:\/\//i.test(row.instant_invite)
        ? row.instant_invite
        : null

    return {
      name: row.name,
      online: Math.max(0, Math.floor(Number(row.presence_count) || 0)),
      invite,
    }
  })
}

/** The widget of a guild, which needs no bot; asked for once a minute however many look at it. */
export function createDiscordWidget(given: {
  apiUrl: string
  guildId: string
  timeoutMs?: number | undefined
}): { read(): Promise<ChatResult<ChatWidget>>; close(): void } {
  const { call, close } = createDiscordCall({
    apiUrl: given.apiUrl,
    botToken: '',
    timeoutMs: given.timeoutMs,
  })

  let kept: Promise<ChatResult<ChatWidget>> | null = null
  let until = 0

  return {
    read() {
      if (kept && performance.now() < until) return kept

      until = performance.now() + goodMs
      kept = readWidget(call, given.guildId)
      void kept.then((result) => {
        if (result.kind !== 'ok') until = Math.min(until, performance.now() + badMs)
      })

      return kept
    },
    close,
  }
}
