/** What the chat server's public widget tells; null when the answer is none. */
export type ChatWidget = { name: string; online: number; invite: string | null }

/** Read the answer of the chat service with suspicion: an invite must lead to the web. */
export function readWidget(answer: unknown): ChatWidget | null {
  const { name, presence_count: online, instant_invite: invite } = (answer ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || !name) return null
  return { name, online: typeof online === 'number' && online >= 0 ? Math.floor(online) : 0, invite: typeof invite === 'string' && /^https:\/\//i.test(invite) ? invite : null }
}

/** Ask the chat service for a guild's public widget; throws when it is off, unknown or out of reach. */
export async function fetchWidget(guildId: string, signal: AbortSignal): Promise<ChatWidget> {
  const answer = await fetch(`https://discord.com/api/guilds/${encodeURIComponent(guildId)}/widget.json`, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  const widget = answer.ok ? readWidget(await answer.json()) : null
  if (!widget) throw new Error(`chat widget: ${answer.status}`)
  return widget
}
