import type { Config } from '../../platform/config/config.ts'
import type { ChatFailure, ChatResult } from '../../ports/chat.ts'
import { failedTrial, passedTrial, type Trial } from '../../ports/trial.ts'
import { createDiscord } from '../discord/discord.ts'
import { trialOfCode } from './trial-failures.ts'
import type { TrialInput } from './trial-given.ts'

/**
 * Checks the bot, its guild, its application in that guild, and every channel and role that the
 * shop writes to.
 */
export async function tryDiscord({ chat }: Config, { timeoutMs }: TrialInput): Promise<Trial> {
  if (!chat.bot) return failedTrial('unexpected')

  const discord = createDiscord({ ...chat.bot, timeoutMs, silenceMs: 0 })

  try {
    const guildResult = await discord.guild()
    if (guildResult.kind !== 'ok') return trialOfFailure(guildResult, 'guild')

    const commands = await discord.commands()
    if (commands.kind !== 'ok') return trialOfFailure(commands, 'application')

    const [channels, roles] = [await discord.channels(), await discord.roles()]
    if (channels.kind !== 'ok') return trialOfFailure(channels, 'permission')
    if (roles.kind !== 'ok') return trialOfFailure(roles, 'permission')

    const existingIds = new Set([...resultIds(channels), ...resultIds(roles)])

    const configuredIds = [
      chat.announceChannelId,
      chat.staffChannelId,
      chat.ticketsCategoryId,
      chat.staffRoleId,
    ]

    const missingId = configuredIds.find((id) => id !== null && !existingIds.has(id))

    return missingId ? failedTrial('channel', missingId) : passedTrial
  } finally {
    discord.close()
  }
}

const resultIds = (result: ChatResult<{ id: string }[]> & { kind: 'ok' }): string[] =>
  result.value.map(({ id }) => id)

/** A refused call names its subject; a call without an answer names the reason. */
function trialOfFailure(
  { kind, reason }: ChatFailure,
  subject: 'guild' | 'application' | 'permission',
): Trial {
  if (kind === 'rate-limited') return failedTrial('limited')
  if (kind !== 'unavailable') return failedTrial(subject)
  if (/refuses the bot token|token was refused/.test(reason)) return failedTrial('secret')

  const errorCode = /\((.+)\)/.exec(reason)?.[1] ?? ''

  return (
    trialOfCode(errorCode) ??
    failedTrial(/answered 5/.test(reason) ? 'out_of_order' : 'unreachable')
  )
}
