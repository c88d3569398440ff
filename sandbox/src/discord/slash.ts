import { Refusal } from '../core/refusal.ts'
import { visibleCommands } from './commands.ts'
import { IDS, isSnowflake } from './ids.ts'
import type { Command, Discord, Json } from './model.ts'
import { guildPermissions } from './permissions.ts'
import { memberReply, roleReply, userReply } from './wire.ts'

const SUB = 1,
  TEXT = 3,
  WHOLE = 4,
  YES_NO = 5,
  USER = 6,
  ROLE = 8,
  NUMBER = 10

/** The command that a person types, with its options, as the client sends it: it knows the registered ones only, and shows people those they may use. */
export function commandData(
  discord: Discord,
  userId: string,
  typed: string,
  options: Json,
  focused?: string,
): Json {
  const [name = '', sub] = typed.replace(/^\//, '').trim().split(/\s+/)
  const command = visibleCommands(discord).find((one) => one.definition['name'] === name)
  if (!command)
    throw new Refusal(
      404,
      `no such command: /${name}; known are ${
        visibleCommands(discord)
          .map((one) => `/${String(one.definition['name'])}`)
          .join(', ') || 'none'
      }`,
    )
  if (!mayUse(discord, userId, command))
    throw new Refusal(403, `/${name} is not shown to this person`)
  const resolved: Record<string, Json> = {}
  const definitions = (command.definition['options'] ?? []) as Json[]
  const subs = definitions.filter((one) => one['type'] === SUB)
  if (subs.length === 0)
    return data(command, fill(discord, definitions, options, resolved, focused), resolved)
  const chosen = subs.find((one) => one['name'] === sub)
  if (!chosen)
    throw new Refusal(
      400,
      `/${name} takes one of ${subs.map((one) => String(one['name'])).join(', ')}`,
    )
  return data(
    command,
    [
      {
        type: SUB,
        name: sub,
        options: fill(discord, (chosen['options'] ?? []) as Json[], options, resolved, focused),
      },
    ],
    resolved,
  )
}

/** Whether the client shows a command to a person: by its default permissions, which administrators always have. */
export function mayUse(discord: Discord, userId: string, command: Command): boolean {
  const bits = command.definition['default_member_permissions']
  if (bits === undefined || bits === null) return true
  const held = guildPermissions(discord, userId)
  return held & 8n
    ? true
    : BigInt(String(bits)) !== 0n && (held & BigInt(String(bits))) === BigInt(String(bits))
}

const data = (command: Command, options: Json[], resolved: Record<string, Json>): Json => ({
  id: command.id,
  name: command.definition['name'],
  type: 1,
  ...(command.guildId ? { guild_id: IDS.guild } : {}),
  ...(options.length > 0 ? { options } : {}),
  ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
})

function fill(
  discord: Discord,
  definitions: readonly Json[],
  given: Json,
  resolved: Record<string, Json>,
  focused?: string,
): Json[] {
  const unread = Object.keys(given).find((name) => !definitions.some((one) => one['name'] === name))
  if (unread !== undefined) throw new Refusal(400, `the command has no option ${unread}`)
  return definitions.flatMap((definition) => {
    const name = String(definition['name'])
    const value = given[name]
    if (value === undefined || value === '') {
      if (definition['required'] === true && focused === undefined)
        throw new Refusal(400, `the option ${name} is required`)
      return focused === name ? [{ name, type: definition['type'], value: '', focused: true }] : []
    }
    if (focused === name)
      return [{ name, type: definition['type'], value: String(value), focused: true }]
    return [
      { name, type: definition['type'], value: optionValue(discord, definition, value, resolved) },
    ]
  })
}

function optionValue(
  discord: Discord,
  definition: Json,
  value: unknown,
  resolved: Record<string, Json>,
): unknown {
  const name = String(definition['name'])
  const wrong = (what: string): never => {
    throw new Refusal(400, `the option ${name} ${what}`)
  }
  const choices = definition['choices'] as Json[] | undefined
  const type = Number(definition['type'])
  const typed =
    type === WHOLE || type === NUMBER
      ? Number(value)
      : type === YES_NO
        ? value === true || value === 'true'
        : String(value)
  if (choices && !choices.some((one) => one['value'] === typed))
    wrong(`must be one of ${choices.map((one) => String(one['value'])).join(', ')}`)
  if ((type === WHOLE && !Number.isSafeInteger(typed)) || (type === NUMBER && Number.isNaN(typed)))
    wrong('must be a number')
  if (
    typeof typed === 'number' &&
    (typed < Number(definition['min_value'] ?? -Infinity) ||
      typed > Number(definition['max_value'] ?? Infinity))
  )
    wrong('is out of its range')
  if (
    type === TEXT &&
    (String(typed).length > Number(definition['max_length'] ?? 6000) ||
      String(typed).length < Number(definition['min_length'] ?? 0))
  )
    wrong('is too long or too short')
  if (type >= USER && type < NUMBER) resolve(discord, type, String(typed), resolved, wrong)
  return typed
}

function resolve(
  discord: Discord,
  type: number,
  id: string,
  resolved: Record<string, Json>,
  wrong: (what: string) => never,
): void {
  if (!isSnowflake(id)) wrong('must be an id')
  const put = (kind: string, value: unknown): void => {
    ;(resolved[kind] ??= {})[id] = value
  }
  const [user, role, channel] = [
    discord.users.get(id),
    discord.roles.get(id),
    discord.channels.get(id),
  ]
  if (type === USER && user) {
    put('users', userReply(user))
    const member = discord.members.get(id)
    if (member) put('members', { ...memberReply(discord, member), user: undefined })
  } else if (type === ROLE && role) put('roles', roleReply(role))
  else if (type !== USER && type !== ROLE && channel)
    put('channels', {
      id,
      type: channel.type,
      name: channel.name,
      parent_id: channel.parentId,
      permissions: '0',
    })
  else wrong('names nothing that exists')
}
