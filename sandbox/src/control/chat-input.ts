import { Refusal } from '../core/refusal.ts'
import type { Forgery } from '../discord/endpoint.ts'
import type { Act } from '../discord/interactions.ts'
import type { Limits } from '../discord/limits.ts'
import type { Discord, Json, Message, Settings, User } from '../discord/model.ts'
import { optionalNumber, optionalText, requiredText, type Fields } from './input.ts'

/** The person named by id or user name. */
export function requiredUser(discord: Discord, fields: Fields): User {
  const userName = requiredText(fields, 'user')
  const user =
    discord.users.get(userName) ??
    discord.users.find((one) => one.username === userName.toLowerCase())
  if (!user || user.bot) throw new Refusal(404, `no such user: ${userName}`)

  return user
}

/** Files as {name, type, text}; `text` is latin1, one character per byte. */
export function readFiles(value: unknown): NonNullable<Message['files']> {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new Refusal(400, 'files must be a list of {name, type, text}')

  return value.map((one: Fields) => ({
    id: '',
    name: requiredText(one, 'name'),
    type: requiredText(one, 'type'),
    text: requiredText(one, 'text'),
  }))
}

/** Reads a person's action in the client, by its kind. */
export function readAction(discord: Discord, fields: Fields): Act {
  const actionKind = requiredText(fields, 'kind')

  const commonParts = {
    userId: requiredUser(discord, fields).id,
    channelId: channelIn(discord, optionalText(fields, 'channel')),
    forge: forgeryIn(fields),
    copies: optionalNumber(fields, 'copies', 1),
  }

  if (actionKind === 'command')
    return {
      ...commonParts,
      kind: actionKind,
      name: requiredText(fields, 'name'),
      options: readObject(fields, 'options'),
    }

  if (actionKind === 'autocomplete')
    return {
      ...commonParts,
      kind: actionKind,
      name: requiredText(fields, 'name'),
      options: readObject(fields, 'options'),
      focused: requiredText(fields, 'focused'),
    }

  if (actionKind === 'button' || actionKind === 'select')
    return {
      ...commonParts,
      kind: actionKind,
      customId: requiredText(fields, 'customId'),
      messageId: optionalText(fields, 'message'),
      values: Array.isArray(fields['values']) ? fields['values'].map(String) : undefined,
    }

  if (actionKind === 'modal')
    return {
      ...commonParts,
      kind: actionKind,
      interactionId: requiredText(fields, 'interactionId'),
      values: readObject(fields, 'values'),
    }

  throw new Refusal(400, 'kind must be command, autocomplete, button, select or modal')
}

/** Reads changes of the developer portal's settings. */
export function readSettings(fields: Fields): Partial<Settings> {
  const settingsChange: Record<string, unknown> = {}

  for (const name of ['messageContent', 'membersIntent', 'widget']) {
    if (fields[name] === undefined) continue
    if (typeof fields[name] !== 'boolean') throw new Refusal(400, `${name} must be true or false`)

    settingsChange[name] = fields[name]
  }

  if (fields['limits'] !== undefined) settingsChange['limits'] = readLimits(fields['limits'])

  return settingsChange
}

function readLimits(value: unknown): Limits {
  const { global, bucket } = (value ?? {}) as Partial<Limits>

  const isLimitPair = (one: unknown): boolean =>
    Array.isArray(one) &&
    one.length === 2 &&
    one.every((number) => typeof number === 'number' && number > 0)

  if (
    typeof global !== 'number' ||
    typeof bucket !== 'object' ||
    bucket === null ||
    !Object.values(bucket).every(isLimitPair)
  )
    throw new Refusal(
      400,
      'limits must look like {global: 50, bucket: {role: [10, 2], "*": [50, 5]}}',
    )

  return { global, bucket }
}

function channelIn(discord: Discord, channelName: string | undefined): string | undefined {
  if (channelName === undefined) return undefined

  const channel =
    discord.channels.get(channelName) ?? discord.channels.find((one) => one.name === channelName)
  if (!channel) throw new Refusal(404, `no such channel: ${channelName}`)

  return channel.id
}

function forgeryIn(fields: Fields): Forgery | undefined {
  const forgeryName = optionalText(fields, 'forge')
  if (
    forgeryName !== undefined &&
    !['signature', 'timestamp', 'body', 'unsigned'].includes(forgeryName)
  )
    throw new Refusal(400, 'forge must be signature, timestamp, body or unsigned')

  return forgeryName as Forgery | undefined
}

function readObject(fields: Fields, name: string): Json {
  const value = fields[name] ?? {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Refusal(400, `${name} must be an object`)

  return value as Json
}
