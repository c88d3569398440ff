import type { Config } from '../../platform/config/config.ts'
import type { ChatFailure, ChatResult } from '../../ports/chat.ts'
import { fails, works, type Trial } from '../../ports/trial.ts'
import { createDiscord } from '../discord/discord.ts'
import { ofCode } from './trial-failures.ts'
import type { TrialInput } from './trial-given.ts'

/**
 * Checks the bot, its server, its application there, and every channel and role that the shop
 * writes to.
 */
export async function tryDiscord({ chat }: Config, { timeoutMs }: TrialInput): Promise<Trial> {
  if (!chat.bot) return fails('unexpected')

  const discord = createDiscord({ ...chat.bot, timeoutMs, silenceMs: 0 })

  try {
    const guild = await discord.guild()
    if (guild.kind !== 'ok') return ofFailure(guild, 'guild')

    const commands = await discord.commands()
    if (commands.kind !== 'ok') return ofFailure(commands, 'application')

    const [channels, roles] = [await discord.channels(), await discord.roles()]
    if (channels.kind !== 'ok') return ofFailure(channels, 'permission')
    if (roles.kind !== 'ok') return ofFailure(roles, 'permission')

    const existingIds = new Set([...idsOf(channels), ...idsOf(roles)])

    const configuredIds = [
      chat.announceChannelId,
      chat.staffChannelId,
      chat.ticketsCategoryId,
      chat.staffRoleId,
    ]

    const missingId = configuredIds.find((id) => id !== null && !existingIds.has(id))

    return missingId ? fails('channel', missingId) : works
  } finally {
    discord.close()
  }
}

const idsOf = (result: ChatResult<{ id: string }[]> & { kind: 'ok' }): string[] =>
  result.value.map(({ id }) => id)

/** A refused call names its subject; a call without an answer names the reason. */
function ofFailure(
  { kind, reason }: ChatFailure,
  subject: 'guild' | 'application' | 'permission',
): Trial {
  if (kind === 'rate-limited') return fails('limited')
  if (kind !== 'unavailable') return fails(subject)
  if (/refuses the bot token|token was refused/.test(reason)) return fails('secret')

  const code = /\((.+)\)/.exec(reason)?.[1] ?? ''

  return ofCode(code) ?? fails(/answered 5/.test(reason) ? 'out_of_order' : 'unreachable')
}
