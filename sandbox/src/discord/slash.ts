import { Refusal } from '../core/refusal.ts'
import { visibleCommands } from './commands.ts'
import { IDS, isSnowflake } from './ids.ts'
import type { Command, Discord, Json } from './model.ts'
import { guildPermissions } from './permissions.ts'
import { memberReply, roleReply, userReply } from './wire.ts'

const SUBCOMMAND = 1,
  TEXT = 3,
  WHOLE = 4,
  YES_NO = 5,
  USER = 6,
  ROLE = 8,
  NUMBER = 10

/** A typed command: its words and options; `focused` is the option being typed. */
type Line = { words: string; options: Json; focused?: string }

/** The state while options are read: the input, and the objects to which ids refer, by type. */
type Filling = Omit<Line, 'words'> & { discord: Discord; resolved: Record<string, Json> }

/**
 * The data of a typed command as the Discord client sends it. Throws if the command is not
 * registered, or not allowed to this person.
 */
export function commandData(
  discord: Discord,
  userId: string,
  { words, options, focused }: Line,
): Json {
  const [name = '', sub] = words.replace(/^\//, '').trim().split(/\s+/)
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

  if (!mayUseCommand(discord, userId, command))
    throw new Refusal(403, `/${name} is not shown to this person`)

  const fillState: Filling = { discord, options, focused, resolved: {} }
  const definitions = (command.definition['options'] ?? []) as Json[]
  const subcommands = definitions.filter((one) => one['type'] === SUBCOMMAND)
  if (subcommands.length === 0)
    return interactionData(command, fillOptions(fillState, definitions), fillState.resolved)

  const chosenSubcommand = subcommands.find((one) => one['name'] === sub)

  if (!chosenSubcommand)
    throw new Refusal(
      400,
      `/${name} takes one of ${subcommands.map((one) => String(one['name'])).join(', ')}`,
    )

  return interactionData(
    command,
    [
      {
        type: SUBCOMMAND,
        name: sub,
        options: fillOptions(fillState, (chosenSubcommand['options'] ?? []) as Json[]),
      },
    ],
    fillState.resolved,
  )
}

/**
 * Whether the client shows a command to a person, by the command's default permissions.
 * Administrators see every command.
 */
export function mayUseCommand(discord: Discord, userId: string, command: Command): boolean {
  const permissionText = command.definition['default_member_permissions']
  if (permissionText === undefined || permissionText === null) return true

  const heldPermissions = guildPermissions(discord, userId)

  return heldPermissions & 8n
    ? true
    : BigInt(String(permissionText)) !== 0n &&
        (heldPermissions & BigInt(String(permissionText))) === BigInt(String(permissionText))
}

const interactionData = (
  command: Command,
  options: Json[],
  resolved: Record<string, Json>,
): Json => ({
  id: command.id,
  name: command.definition['name'],
  type: 1,
  ...(command.guildId ? { guild_id: IDS.guild } : {}),
  ...(options.length > 0 ? { options } : {}),
  ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
})

function fillOptions(fillState: Filling, definitions: readonly Json[]): Json[] {
  const { options: given, focused } = fillState
  const unknownOption = Object.keys(given).find(
    (name) => !definitions.some((one) => one['name'] === name),
  )
  if (unknownOption !== undefined)
    throw new Refusal(400, `the command has no option ${unknownOption}`)

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

    return [{ name, type: definition['type'], value: optionValue(fillState, definition, value) }]
  })
}

function optionValue(fillState: Filling, definition: Json, value: unknown): unknown {
  const type = Number(definition['type'])
  const typedValue = convertTyped(type, value)
  const valueError =
    errorOfValue(definition, type, typedValue) ??
    errorOfReference(fillState, type, String(typedValue))
  if (valueError !== null)
    throw new Refusal(400, `the option ${String(definition['name'])} ${valueError}`)

  return typedValue
}

function convertTyped(type: number, value: unknown): string | number | boolean {
  if (type === WHOLE || type === NUMBER) return Number(value)
  return type === YES_NO ? value === true || value === 'true' : String(value)
}

/**
 * The error of a value by the command's own definition, as text to append to the option's name;
 * null if the value is valid.
 */
function errorOfValue(
  definition: Json,
  type: number,
  typedValue: string | number | boolean,
): string | null {
  const choiceList = definition['choices'] as Json[] | undefined
  if (choiceList && !choiceList.some((one) => one['value'] === typedValue))
    return `must be one of ${choiceList.map((one) => String(one['value'])).join(', ')}`
  if (
    (type === WHOLE && !Number.isSafeInteger(typedValue)) ||
    (type === NUMBER && Number.isNaN(typedValue))
  )
    return 'must be a number'
  if (typeof typedValue === 'number' && isOutOfRange(definition, typedValue))
    return 'is out of its range'
  if (type === TEXT && hasWrongLength(definition, String(typedValue)))
    return 'is too long or too short'

  return null
}

const isOutOfRange = (definition: Json, number: number): boolean =>
  number < Number(definition['min_value'] ?? -Infinity) ||
  number > Number(definition['max_value'] ?? Infinity)

const hasWrongLength = (definition: Json, { length }: string): boolean =>
  length > Number(definition['max_length'] ?? 6000) ||
  length < Number(definition['min_length'] ?? 0)

/**
 * Resolves the object to which an id refers; returns the error of an unknown id. Only some option
 * types are references.
 */
function errorOfReference({ discord, resolved }: Filling, type: number, id: string): string | null {
  if (type < USER || type >= NUMBER) return null
  if (!isSnowflake(id)) return 'must be an id'

  const addResolved = (kind: string, value: unknown): void => {
    ;(resolved[kind] ??= {})[id] = value
  }

  const [user, role, channel] = [
    discord.users.get(id),
    discord.roles.get(id),
    discord.channels.get(id),
  ]

  if (type === USER && user) {
    addResolved('users', userReply(user))
    const member = discord.members.get(id)
    if (member) addResolved('members', { ...memberReply(discord, member), user: undefined })
  } else if (type === ROLE && role) addResolved('roles', roleReply(role))
  else if (type !== USER && type !== ROLE && channel)
    addResolved('channels', {
      id,
      type: channel.type,
      name: channel.name,
      parent_id: channel.parentId,
      permissions: '0',
    })
  else return 'names nothing that exists'

  return null
}
