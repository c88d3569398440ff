import { readComponents } from './components.ts'
import { DiscordRefusal, notPlayed } from './errors.ts'
import { Form, type Path, type Sent } from './form.ts'
import { isSnowflake } from './ids.ts'
import type { Json } from './model.ts'
import type { UploadedFile } from './multipart.ts'

/** The message fields of a body; undefined means that a field was not sent. */
export type MessageInput = {
  content?: string
  embeds?: Json[]
  components?: Json[]
  flags: number
  nonce: string | null
  enforceNonce: boolean
  mentions: Mentions
  replyTo: string | null
  /** New files, and the ids of existing files that stay; undefined keeps them all. */
  files: UploadedFile[]
  keptFiles?: string[]
}

/** Mentions that notify: types that are parsed from the content, or ids. */
type Mentions = {
  parse: readonly string[]
  users: readonly string[]
  roles: readonly string[]
}

const MESSAGE_FIELDS = [
  'content',
  'nonce',
  'enforce_nonce',
  'tts',
  'embeds',
  'allowed_mentions',
  'message_reference',
  'components',
  'flags',
  'attachments',
  'username',
  'avatar_url',
  'thread_name',
]

const SUPPRESS_EMBEDS = 4,
  EPHEMERAL = 64,
  SUPPRESS_NOTIFICATIONS = 4096,
  COMPONENTS_V2 = 1 << 15

const EMBED_CHARS = 6000
const ALL_MENTIONS = ['users', 'roles', 'everyone']

type Options = { ephemeral?: boolean; files?: Sent['files'] }

/** Reads a new message, which must not be empty. */
export function readMessage(body: unknown, options: Options = {}): MessageInput {
  const messageInput = readChange(body, options)
  const { content, embeds: readEmbeds, components, files } = messageInput
  if (!content && !readEmbeds?.length && !components?.length && !files.length)
    throw new DiscordRefusal(400, 50006, 'Cannot send an empty message')

  return messageInput
}

/** Reads a change of a message, or the fields of a new one. */
export function readChange(
  body: unknown,
  { ephemeral = false, files = new Map() }: Options = {},
): MessageInput {
  const form = new Form()
  const bodyFields = form.object(body, [], MESSAGE_FIELDS)

  const messageInput: MessageInput = {
    flags: 0,
    nonce: null,
    enforceNonce: bodyFields['enforce_nonce'] === true,
    mentions: readMentions(form, bodyFields['allowed_mentions']),
    replyTo: null,
    ...readAttachments(form, bodyFields['attachments'], files),
  }

  if (bodyFields['content'] !== undefined)
    messageInput.content = form.text(bodyFields['content'], ['content'], 2000)
  if (bodyFields['embeds'] !== undefined)
    messageInput.embeds = readEmbeds(form, bodyFields['embeds'])
  if (bodyFields['components'] !== undefined)
    messageInput.components = readComponents(form, bodyFields['components'])
  if (typeof bodyFields['flags'] === 'number' && bodyFields['flags'] & COMPONENTS_V2)
    throw notPlayed('components v2 (flag 32768)')

  const allowedFlags = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | (ephemeral ? EPHEMERAL : 0)
  messageInput.flags =
    form.whole(bodyFields['flags'], ['flags'], (number) => (number & ~allowedFlags) === 0) ?? 0
  messageInput.nonce = readNonce(form, bodyFields['nonce'])
  messageInput.replyTo = readReference(form, bodyFields['message_reference'])
  form.done()

  return messageInput
}

/** Reads `attachments`: a number refers to a new file, a snowflake to an existing one. */
function readAttachments(
  form: Form,
  value: unknown,
  files: Sent['files'],
): Pick<MessageInput, 'files' | 'keptFiles'> {
  const addedFiles = new Map(files)
  if (value === undefined || value === null) return { files: [...addedFiles.values()] }

  const keptFileIds: string[] = []

  for (const [index, raw] of form.list(value, ['attachments'], 10).entries()) {
    const path = ['attachments', index]
    const attachment = form.object(raw, path, ['id', 'filename', 'description', 'title'])
    const id = String(attachment['id'])
    const addedFile = addedFiles.get(id)
    form.text(attachment['description'], [...path, 'description'], 1024)
    if (isSnowflake(attachment['id'])) keptFileIds.push(id)
    else if (!addedFile)
      form.fail([...path, 'id'], 'ATTACHMENT_NOT_FOUND', 'Attachment data not found')
    else if (typeof attachment['filename'] === 'string')
      addedFiles.set(id, { ...addedFile, name: attachment['filename'] })
  }

  return { files: [...addedFiles.values()], keptFiles: keptFileIds }
}

function readNonce(form: Form, value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'number' ? String(value) : form.text(value, ['nonce'], 25)
}

/** The id of the message that the new message replies to. */
function readReference(form: Form, value: unknown): string | null {
  if (value === undefined) return null

  const path = ['message_reference']
  const bodyFields = ['message_id', 'channel_id', 'guild_id', 'fail_if_not_exists', 'type']

  return (
    form.id(form.object(value, path, bodyFields)['message_id'], [...path, 'message_id']) ?? null
  )
}

function readMentions(form: Form, value: unknown): Mentions {
  if (value === undefined || value === null) return { parse: ALL_MENTIONS, users: [], roles: [] }

  const bodyFields = form.object(
    value,
    ['allowed_mentions'],
    ['parse', 'users', 'roles', 'replied_user'],
  )

  const parsedKinds = form.list(bodyFields['parse'], ['allowed_mentions', 'parse'], 3).map(String)

  for (const [index, kind] of parsedKinds.entries())
    if (!ALL_MENTIONS.includes(kind))
      form.fail(
        ['allowed_mentions', 'parse', index],
        'BASE_TYPE_CHOICES',
        `Value must be one of {'users', 'roles', 'everyone'}.`,
      )

  const namedMentions = (kind: 'users' | 'roles'): string[] => {
    const mentionIds = form.list(bodyFields[kind], ['allowed_mentions', kind], 100).map(String)

    if (mentionIds.length > 0 && parsedKinds.includes(kind))
      form.fail(
        ['allowed_mentions'],
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      )

    return mentionIds
  }

  return { parse: parsedKinds, users: namedMentions('users'), roles: namedMentions('roles') }
}

function readEmbeds(form: Form, value: unknown): Json[] {
  let totalLength = 0
  const readEmbedText: EmbedText = (raw, path, most, least = 0) => {
    totalLength += form.text(raw, path, most, least).length
  }
  const embeds = form
    .list(value, ['embeds'], 10)
    .map((raw, index) => readEmbed(form, readEmbedText, raw, ['embeds', index]))
  if (totalLength > EMBED_CHARS)
    form.fail(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000')

  return embeds
}

/** Checks one text of an embed; all texts together have a limit too. */
type EmbedText = (raw: unknown, path: Path, most: number, least?: number) => void

function readEmbed(form: Form, readEmbedText: EmbedText, raw: unknown, path: Path): Json {
  const embed = form.object(raw, path, [
    'title',
    'type',
    'description',
    'url',
    'timestamp',
    'color',
    'footer',
    'image',
    'thumbnail',
    'author',
    'fields',
  ])

  readEmbedText(embed['title'], [...path, 'title'], 256)
  readEmbedText(embed['description'], [...path, 'description'], 4096)
  form.url(embed['url'], [...path, 'url'])
  form.whole(embed['color'], [...path, 'color'], (number) => number >= 0 && number <= 0xffffff)

  if (embed['timestamp'] !== undefined && Number.isNaN(Date.parse(String(embed['timestamp']))))
    form.fail(
      [...path, 'timestamp'],
      'DATE_TIME_TYPE_PARSE',
      'Could not parse timestamp. Should be ISO8601.',
    )

  if (embed['footer'] !== undefined)
    readEmbedText(
      form.object(embed['footer'], [...path, 'footer'], ['text', 'icon_url'])['text'],
      [...path, 'footer', 'text'],
      2048,
      1,
    )

  if (embed['author'] !== undefined)
    readEmbedText(
      form.object(embed['author'], [...path, 'author'], ['name', 'url', 'icon_url'])['name'],
      [...path, 'author', 'name'],
      256,
      1,
    )

  for (const pictureKind of ['image', 'thumbnail'])
    if (embed[pictureKind] !== undefined)
      form.url(form.object(embed[pictureKind], [...path, pictureKind], ['url'])['url'], [
        ...path,
        pictureKind,
        'url',
      ])

  for (const [place, embedField] of form.list(embed['fields'], [...path, 'fields'], 25).entries()) {
    const fieldObject = form.object(
      embedField,
      [...path, 'fields', place],
      ['name', 'value', 'inline'],
    )
    readEmbedText(fieldObject['name'], [...path, 'fields', place, 'name'], 256, 1)
    readEmbedText(fieldObject['value'], [...path, 'fields', place, 'value'], 1024, 1)
  }

  return { type: 'rich', ...embed }
}
