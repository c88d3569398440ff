import type { Config } from '../../platform/config/config.ts'
import type { ChatFailure, ChatResult } from '../../ports/chat.ts'
import { fails, works, type Trial } from '../../ports/trial.ts'
import { createDiscord } from '../discord/discord.ts'
import { ofCode } from './trial-failures.ts'
import type { Given } from './trial-given.ts'

/**
 * The bot itself, its server, the application that the server knows it by, and every channel and
 * role that the shop is to write to.
 */
export async function tryDiscord({ chat }: Config, { timeoutMs }: Given): Promise<Trial> {
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

    const known = new Set([...idsOf(channels), ...idsOf(roles)])

    const wanted = [
      chat.announceChannelId,
      chat.staffChannelId,
      chat.ticketsCategoryId,
      chat.staffRoleId,
    ]

    const missing = wanted.find((id) => id !== null && !known.has(id))

    return missing ? fails('channel', missing) : works
  } finally {
    discord.close()
  }
}

const idsOf = (result: ChatResult<{ id: string }[]> & { kind: 'ok' }): string[] =>
  result.value.map(({ id }) => id)

/** A call that was refused says what its subject is not; one without an answer says why. */
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
