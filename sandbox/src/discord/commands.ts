import { registerEndpoint } from './endpoint.ts'
import { DiscordRefusal, unknownThing } from './errors.ts'
import { Form } from './form.ts'
import { IDS, snowflake } from './ids.ts'
import { knownGuild } from './members.ts'
import type { Command, Discord, Json } from './model.ts'
import { Answer, NO_CONTENT, type Call, type Route } from './server.ts'
import { applicationReply, commandReply } from './wire.ts'

const MOST_COMMANDS = 100
const NAME_PATTERN = /^[-_'\p{L}\p{N}]{1,32}$/u

const COMMAND_FIELDS = [
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

const bothScopes = (method: Route['method'], tail: string, run: Route['run']): Route[] =>
  ['/applications/:application/commands', '/applications/:application/guilds/:guild/commands'].map(
    (url) => ({ method, url: `${url}${tail}`, auth: 'bot', limit: 'command', run }),
  )

/** Routes of the application and of its slash commands, global ones and those of the guild. */
export const commandRoutes: readonly Route[] = [
  {
    method: 'GET',
    url: '/applications/@me',
    auth: 'bot',
    run: (discord) => applicationReply(discord),
  },
  { method: 'PATCH', url: '/applications/@me', auth: 'bot', run: changeApplication },
  ...bothScopes('GET', '', (discord, call) =>
    commandsIn(discord, commandGuild(call)).map(commandReply),
  ),
  ...bothScopes('POST', '', (discord, call) => addCommand(discord, call)),
  ...bothScopes('PUT', '', (discord, call) => replaceCommands(discord, call)),
  ...bothScopes('DELETE', '/:command', (discord, call) => {
    discord.commands.remove(knownCommand(discord, call).id)
    return NO_CONTENT
  }),
  ...bothScopes('PATCH', '/:command', (discord, call) => {
    const savedCommand = knownCommand(discord, call)
    return commandReply(
      saveCommand(
        discord,
        savedCommand.guildId,
        readCommand({ ...savedCommand.definition, ...(call.body as Json) }, []),
        savedCommand.id,
      ),
    )
  }),
]

/** Commands visible in the guild; the guild's commands replace global ones of the same name. */
export function visibleCommands(discord: Discord): Command[] {
  const guildCommands = commandsIn(discord, IDS.guild)
  return [
    ...guildCommands,
    ...commandsIn(discord, null).filter(
      (one) => !guildCommands.some((other) => other.definition['name'] === one.definition['name']),
    ),
  ]
}

const commandsIn = (discord: Discord, scopeGuildId: string | null): Command[] =>
  discord.commands.filter((one) => one.guildId === scopeGuildId)

async function changeApplication(discord: Discord, call: Call): Promise<unknown> {
  const form = new Form()

  const listedOptions = form.object(
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

  const url = listedOptions['interactions_endpoint_url']

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

/**
 * The guild of a command call, null for global commands. Throws for another application than the
 * bot's.
 */
function commandGuild(call: Call): string | null {
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
  const scopeGuildId = commandGuild(call)
  const command = discord.commands.get(call.params['command']!)
  if (!command || command.guildId !== scopeGuildId) throw unknownThing('command')

  return command
}

function addCommand(discord: Discord, call: Call): Answer {
  const scopeGuildId = commandGuild(call)
  const definition = readCommand(call.body, [])
  const savedCommand = commandsIn(discord, scopeGuildId).find(
    (one) => one.definition['name'] === definition['name'],
  )

  return new Answer(
    savedCommand ? 200 : 201,
    commandReply(saveCommand(discord, scopeGuildId, definition, savedCommand?.id)),
  )
}

/** Replaces all commands of a scope; commands that the list lacks are deleted. */
function replaceCommands(discord: Discord, call: Call): unknown {
  const scopeGuildId = commandGuild(call)
  const form = new Form()
  const rawCommands = form.list(call.body, [], MOST_COMMANDS)
  form.done()
  const definitions = rawCommands.map((one, index) => readCommand(one, [index]))
  const commandNames = definitions.map((one) => String(one['name']))

  if (new Set(commandNames).size !== commandNames.length) {
    form.fail([], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')
    form.done()
  }

  const existingCommands = commandsIn(discord, scopeGuildId)
  for (const existing of existingCommands)
    if (!commandNames.includes(String(existing.definition['name'])))
      discord.commands.remove(existing.id)

  return definitions.map((definition) =>
    commandReply(
      saveCommand(
        discord,
        scopeGuildId,
        definition,
        existingCommands.find((one) => one.definition['name'] === definition['name'])?.id,
      ),
    ),
  )
}

const saveCommand = (
  discord: Discord,
  scopeGuildId: string | null,
  definition: Json,
  id = snowflake(discord.core.clock),
): Command =>
  discord.commands.save({
    id,
    guildId: scopeGuildId,
    version: snowflake(discord.core.clock),
    definition,
  })

function readCommand(body: unknown, path: readonly (string | number)[]): Json {
  const form = new Form()
  const { id: _id, ...definition } = form.object(body, path, COMMAND_FIELDS)
  const type = form.whole(definition['type'], [...path, 'type'], (number) => number === 1) ?? 1
  checkName(form, definition, path)
  form.text(definition['description'], [...path, 'description'], 100, 1)
  const permissionText = definition['default_member_permissions']

  if (
    permissionText !== undefined &&
    permissionText !== null &&
    !/^\d{1,20}$/.test(String(permissionText))
  )
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

  const commandNames = form.list(value, path, 25).map((raw, index) => {
    const optionPath = [...path, index]
    const optionFields = form.object(raw, optionPath, OPTION_FIELDS)

    const type = form.whole(
      optionFields['type'],
      [...optionPath, 'type'],
      (number) => number >= (depth > 0 ? 3 : 1) && number <= 11,
    )

    if (type === undefined)
      form.fail([...optionPath, 'type'], 'BASE_TYPE_REQUIRED', 'This field is required')
    checkName(form, optionFields, optionPath)
    form.text(optionFields['description'], [...optionPath, 'description'], 100, 1)

    if (optionFields['required'] === true && optionalSeen)
      form.fail(
        optionPath,
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      )

    if (optionFields['required'] !== true) optionalSeen = true

    if (optionFields['autocomplete'] === true && optionFields['choices'] !== undefined)
      form.fail(
        optionPath,
        'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE',
        'Choices and autocomplete exclude each other',
      )

    for (const [place, choice] of form
      .list(optionFields['choices'], [...optionPath, 'choices'], 25)
      .entries()) {
      const choiceFields = form.object(
        choice,
        [...optionPath, 'choices', place],
        ['name', 'name_localizations', 'value'],
      )

      form.text(choiceFields['name'], [...optionPath, 'choices', place, 'name'], 100, 1)

      if (
        type === 3
          ? typeof choiceFields['value'] !== 'string'
          : typeof choiceFields['value'] !== 'number'
      )
        form.fail(
          [...optionPath, 'choices', place, 'value'],
          'APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID',
          "The value does not fit the option's type",
        )
    }

    if (type === 1)
      readOptions(form, optionFields['options'], [...optionPath, 'options'], depth + 1)

    return optionFields['name']
  })

  if (new Set(commandNames).size !== commandNames.length)
    form.fail(path, 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option names must be unique')
}

function checkName(form: Form, definition: Json, path: readonly (string | number)[]): void {
  const name = form.text(definition['name'], [...path, 'name'], 32, 1)
  if (!NAME_PATTERN.test(name) || name !== name.toLowerCase())
    form.fail([...path, 'name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
}
