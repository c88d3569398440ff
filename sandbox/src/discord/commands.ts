import { registerEndpoint } from './endpoint.ts'
import { DiscordRefusal, unknown } from './errors.ts'
import { Form } from './form.ts'
import { IDS, snowflake } from './ids.ts'
import { knownGuild } from './members.ts'
import type { Command, Discord, Json } from './model.ts'
import { Answer, NO_CONTENT, type Call, type Route } from './server.ts'
import { applicationReply, commandReply } from './wire.ts'

const MOST_COMMANDS = 100
const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u

const FIELDS = [
  'id',
  'name',
  'name_localizations',
  'description',
  'description_localizations',
  'options',
  'default_member_permissions',
  'dm_permission',
  'default_permission',
  'integration_types',
  'contexts',
  'type',
  'nsfw',
]

const OPTION_FIELDS = [
  'type',
  'name',
  'name_localizations',
  'description',
  'description_localizations',
  'required',
  'choices',
  'options',
  'channel_types',
  'min_value',
  'max_value',
  'min_length',
  'max_length',
  'autocomplete',
]

const both = (method: Route['method'], tail: string, run: Route['run']): Route[] =>
  ['/applications/:application/commands', '/applications/:application/guilds/:guild/commands'].map(
    (url) => ({ method, url: `${url}${tail}`, auth: 'bot', limit: 'command', run }),
  )

/** The application itself, and its slash commands: global ones and those of the guild. */
export const commandRoutes: readonly Route[] = [
  {
    method: 'GET',
    url: '/applications/@me',
    auth: 'bot',
    run: (discord) => applicationReply(discord),
  },
  { method: 'PATCH', url: '/applications/@me', auth: 'bot', run: changeApplication },
  ...both('GET', '', (discord, call) => commandsIn(discord, scopeOf(call)).map(commandReply)),
  ...both('POST', '', (discord, call) => addCommand(discord, call)),
  ...both('PUT', '', (discord, call) => replaceCommands(discord, call)),
  ...both('DELETE', '/:command', (discord, call) => {
    discord.commands.remove(knownCommand(discord, call).id)
    return NO_CONTENT
  }),
  ...both('PATCH', '/:command', (discord, call) => {
    const known = knownCommand(discord, call)
    return commandReply(
      saveCommand(
        discord,
        known.guildId,
        readCommand({ ...known.definition, ...(call.body as Json) }, []),
        known.id,
      ),
    )
  }),
]

/** Commands visible in the guild: the guild's own win over global ones of the same name. */
export function visibleCommands(discord: Discord): Command[] {
  const own = commandsIn(discord, IDS.guild)
  return [
    ...own,
    ...commandsIn(discord, null).filter(
      (one) => !own.some((other) => other.definition['name'] === one.definition['name']),
    ),
  ]
}

const commandsIn = (discord: Discord, guildId: string | null): Command[] =>
  discord.commands.filter((one) => one.guildId === guildId)

async function changeApplication(discord: Discord, call: Call): Promise<unknown> {
  const form = new Form()

  const fields = form.object(
    call.body,
    [],
    [
      'description',
      'interactions_endpoint_url',
      'tags',
      'icon',
      'cover_image',
      'role_connections_verification_url',
      'install_params',
      'custom_install_url',
      'flags',
    ],
  )

  const url = fields['interactions_endpoint_url']

  if (url !== undefined && url !== null && typeof url !== 'string')
    form.fail(
      ['interactions_endpoint_url'],
      'STRING_TYPE_CONVERT',
      'Could not interpret value as string.',
    )

  form.done()
  if (url !== undefined) await registerEndpoint(discord, url as string | null)

  return applicationReply(discord)
}

/** The guild of a command call, null for global commands; the application must be the bot's. */
function scopeOf(call: Call): string | null {
  if (call.params['application'] !== IDS.application)
    throw new DiscordRefusal(
      403,
      20012,
      'You are not authorized to perform this action on this application',
    )

  if (call.params['guild'] === undefined) return null

  knownGuild(call)

  return IDS.guild
}

function knownCommand(discord: Discord, call: Call): Command {
  const guildId = scopeOf(call)
  const command = discord.commands.get(call.params['command']!)
  if (!command || command.guildId !== guildId) throw unknown('command')

  return command
}

function addCommand(discord: Discord, call: Call): Answer {
  const guildId = scopeOf(call)
  const definition = readCommand(call.body, [])
  const known = commandsIn(discord, guildId).find(
    (one) => one.definition['name'] === definition['name'],
  )

  return new Answer(
    known ? 200 : 201,
    commandReply(saveCommand(discord, guildId, definition, known?.id)),
  )
}

/** Replace all commands of a scope: those not in the list are deleted. */
function replaceCommands(discord: Discord, call: Call): unknown {
  const guildId = scopeOf(call)
  const form = new Form()
  const list = form.list(call.body, [], MOST_COMMANDS)
  form.done()
  const wanted = list.map((one, index) => readCommand(one, [index]))
  const names = wanted.map((one) => String(one['name']))

  if (new Set(names).size !== names.length) {
    form.fail([], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')
    form.done()
  }

  const before = commandsIn(discord, guildId)
  for (const one of before)
    if (!names.includes(String(one.definition['name']))) discord.commands.remove(one.id)

  return wanted.map((definition) =>
    commandReply(
      saveCommand(
        discord,
        guildId,
        definition,
        before.find((one) => one.definition['name'] === definition['name'])?.id,
      ),
    ),
  )
}

const saveCommand = (
  discord: Discord,
  guildId: string | null,
  definition: Json,
  id = snowflake(discord.core.clock),
): Command =>
  discord.commands.save({ id, guildId, version: snowflake(discord.core.clock), definition })

function readCommand(body: unknown, path: readonly (string | number)[]): Json {
  const form = new Form()
  const { id: _id, ...definition } = form.object(body, path, FIELDS)
  const type = form.whole(definition['type'], [...path, 'type'], (number) => number === 1) ?? 1
  readName(form, definition, path)
  form.text(definition['description'], [...path, 'description'], 100, 1)
  const bits = definition['default_member_permissions']

  if (bits !== undefined && bits !== null && !/^\d{1,20}$/.test(String(bits)))
    form.fail(
      [...path, 'default_member_permissions'],
      'NUMBER_TYPE_COERCE',
      'Not a bit set in text.',
    )

  readOptions(form, definition['options'], [...path, 'options'], 0)
  form.done()

  return { type, ...definition }
}

function readOptions(
  form: Form,
  value: unknown,
  path: readonly (string | number)[],
  depth: number,
): void {
  let optionalSeen = false

  const names = form.list(value, path, 25).map((raw, index) => {
    const at = [...path, index]
    const option = form.object(raw, at, OPTION_FIELDS)

    const type = form.whole(
      option['type'],
      [...at, 'type'],
      (number) => number >= (depth > 0 ? 3 : 1) && number <= 11,
    )

    if (type === undefined)
      form.fail([...at, 'type'], 'BASE_TYPE_REQUIRED', 'This field is required')
    readName(form, option, at)
    form.text(option['description'], [...at, 'description'], 100, 1)

    if (option['required'] === true && optionalSeen)
      form.fail(
        at,
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      )

    if (option['required'] !== true) optionalSeen = true

    if (option['autocomplete'] === true && option['choices'] !== undefined)
      form.fail(
        at,
        'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE',
        'Choices and autocomplete exclude each other',
      )

    for (const [place, choice] of form.list(option['choices'], [...at, 'choices'], 25).entries()) {
      const one = form.object(
        choice,
        [...at, 'choices', place],
        ['name', 'name_localizations', 'value'],
      )

      form.text(one['name'], [...at, 'choices', place, 'name'], 100, 1)

      if (type === 3 ? typeof one['value'] !== 'string' : typeof one['value'] !== 'number')
        form.fail(
          [...at, 'choices', place, 'value'],
          'APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID',
          'The value does not fit the type of the option',
        )
    }

    if (type === 1) readOptions(form, option['options'], [...at, 'options'], depth + 1)

    return option['name']
  })

  if (new Set(names).size !== names.length)
    form.fail(path, 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option names must be unique')
}

function readName(form: Form, of: Json, path: readonly (string | number)[]): void {
  const name = form.text(of['name'], [...path, 'name'], 32, 1)
  if (!NAME.test(name) || name !== name.toLowerCase())
    form.fail([...path, 'name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
}
