import { Refusal } from '../core/refusal.ts'
import type { Forgery } from '../discord/endpoint.ts'
import type { Act } from '../discord/interactions.ts'
import type { Limits } from '../discord/limits.ts'
import type { Discord, Json, Message, Settings, User } from '../discord/model.ts'
import { numberIn, optionalText, textIn, type Fields } from './input.ts'

/** The person named by id or user name. */
export function userIn(discord: Discord, fields: Fields): User {
  const named = textIn(fields, 'user')
  const user =
    discord.users.get(named) ?? discord.users.find((one) => one.username === named.toLowerCase())
  if (!user || user.bot) throw new Refusal(404, `no such user: ${named}`)

  return user
}

/** Files as {name, type, text}; text is latin1, a byte a character. */
export function filesIn(value: unknown): NonNullable<Message['files']> {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new Refusal(400, 'files must be a list of {name, type, text}')

  return value.map((one: Fields) => ({
    id: '',
    name: textIn(one, 'name'),
    type: textIn(one, 'type'),
    text: textIn(one, 'text'),
  }))
}

/** Read an action of a person in the client, by its kind. */
export function readAct(discord: Discord, fields: Fields): Act {
  const kind = textIn(fields, 'kind')

  const common = {
    userId: userIn(discord, fields).id,
    channelId: channelIn(discord, optionalText(fields, 'channel')),
    forge: forgeryIn(fields),
    copies: numberIn(fields, 'copies', 1),
  }

  if (kind === 'command')
    return { ...common, kind, name: textIn(fields, 'name'), options: objectIn(fields, 'options') }

  if (kind === 'autocomplete')
    return {
      ...common,
      kind,
      name: textIn(fields, 'name'),
      options: objectIn(fields, 'options'),
      focused: textIn(fields, 'focused'),
    }

  if (kind === 'button' || kind === 'select')
    return {
      ...common,
      kind,
      customId: textIn(fields, 'customId'),
      messageId: optionalText(fields, 'message'),
      values: Array.isArray(fields['values']) ? fields['values'].map(String) : undefined,
    }

  if (kind === 'modal')
    return {
      ...common,
      kind,
      interactionId: textIn(fields, 'interactionId'),
      values: objectIn(fields, 'values'),
    }

  throw new Refusal(400, 'kind must be command, autocomplete, button, select or modal')
}

/** Read a change of the portal's switches. */
export function readSettings(fields: Fields): Partial<Settings> {
  const change: Record<string, unknown> = {}

  for (const name of ['messageContent', 'membersIntent', 'widget']) {
    if (fields[name] === undefined) continue
    if (typeof fields[name] !== 'boolean') throw new Refusal(400, `${name} must be true or false`)

    change[name] = fields[name]
  }

  if (fields['limits'] !== undefined) change['limits'] = limitsIn(fields['limits'])

  return change
}

function limitsIn(value: unknown): Limits {
  const { global, bucket } = (value ?? {}) as Partial<Limits>

  const pair = (one: unknown): boolean =>
    Array.isArray(one) &&
    one.length === 2 &&
    one.every((number) => typeof number === 'number' && number > 0)

  if (
    typeof global !== 'number' ||
    typeof bucket !== 'object' ||
    bucket === null ||
    !Object.values(bucket).every(pair)
  )
    throw new Refusal(
      400,
      'limits must look like {global: 50, bucket: {role: [10, 2], "*": [50, 5]}}',
    )

  return { global, bucket }
}

function channelIn(discord: Discord, named: string | undefined): string | undefined {
  if (named === undefined) return undefined

  const channel = discord.channels.get(named) ?? discord.channels.find((one) => one.name === named)
  if (!channel) throw new Refusal(404, `no such channel: ${named}`)

  return channel.id
}

function forgeryIn(fields: Fields): Forgery | undefined {
  const forge = optionalText(fields, 'forge')
  if (forge !== undefined && !['signature', 'timestamp', 'body', 'unsigned'].includes(forge))
    throw new Refusal(400, 'forge must be signature, timestamp, body or unsigned')

  return forge as Forgery | undefined
}

function objectIn(fields: Fields, name: string): Json {
  const value = fields[name] ?? {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Refusal(400, `${name} must be an object`)

  return value as Json
}
