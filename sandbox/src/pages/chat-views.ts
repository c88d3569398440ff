import { visibleCommands } from '../discord/commands.ts'
import { modalInputs } from '../discord/components.ts'
import { IDS } from '../discord/ids.ts'
import { messagesOf } from '../discord/messages.ts'
import type { Channel, Command, Discord, Json, User } from '../discord/model.ts'
import type { Consent } from '../discord/oauth.ts'
import { PERMISSIONS, channelPermissions, canSeeChannel } from '../discord/permissions.ts'
import { GUILD_NAME } from '../discord/seed.ts'
import { mayUseCommand } from '../discord/slash.ts'
import { userView } from '../discord/views.ts'
import { form, messageItem, type View } from './chat-messages.ts'
import { html, type Html } from './html.ts'
import { say } from './language.ts'
import { page } from './layout.ts'
import { alarm, fact, heading, label, nothing, option } from './parts.ts'

const MESSAGES_SHOWN = 60

/** The chat page of one person. */
export function chatPage(discord: Discord, view: View): string {
  const { person } = view
  const isInGuild = discord.members.get(person.id) !== undefined

  const visibleChannels = discord.channels.filter((one) =>
    one.type === 1
      ? one.recipientId === person.id
      : one.type === 0 && isInGuild && canSeeChannel(discord, person.id, one),
  )

  const channel = visibleChannels.find((one) => one.id === view.channelId) ?? visibleChannels[0]

  return page(
    { title: `Chat: ${GUILD_NAME}`, english: `Chat: ${GUILD_NAME}` },
    html`
${peopleCard(discord, view)}${interactionPart(view, channel)}
${
  visibleChannels.length === 0
    ? html`<p class="note">
${person.globalName} ${say('não está no servidor.', 'is not on the server.')}
</p>`
    : html`<nav class="channels" aria-label="${say('Canais', 'Channels')}">
${visibleChannels.map((one) => channelLink(person, one, channel))}
</nav>`
}
${channel ? conversation(discord, view, channel) : ''}
${isInGuild ? commandList(discord, view, channel) : ''}`,
  )
}

const channelLink = (person: User, one: Channel, shownChannel: Channel | undefined): Html => {
  const currentAttribute = one.id === shownChannel?.id ? html` aria-current="page"` : ''
  return html`<a href="${chatHref(person, one)}"${currentAttribute}>${channelLabel(one)}</a>`
}

const chatHref = (person: User, channel: Channel): string =>
  `/sandbox/chat?as=${person.id}&channel=${channel.id}`

/** The consent page of the account link. */
export function consentPage(discord: Discord, consent: Consent, query: string): string {
  const selectable = discord.users.filter((one) => !one.bot && one.id !== IDS.owner)
  return page(
    { title: 'Autorizar Chaveiro', english: 'Authorize Chaveiro', narrow: true },
    html`
<section class="card">
<p>${say('A loja quer', 'The shop asks for')} <strong>${consent.scopes.join(', ')}</strong>.</p>
<p class="soft small">${new URL(consent.redirectUri).origin}</p>
${selectable.map((one) => consentForm(query, one))}
${consentForm(query)}
</section>`,
  )
}

const consentForm = (query: string, user?: User): Html =>
  html`<form method="post" action="/sandbox/chat/authorize">
<input type="hidden" name="query" value="${query}">
${user ? html`<input type="hidden" name="user" value="${user.id}">` : ''}
${
  user
    ? html`<button class="wide">${say('Autorizar como', 'Authorize as')} ${user.globalName}</button>`
    : html`<button class="wide plain">${say('Recusar', 'Decline')}</button>`
}
</form>`

const channelLabel = (channel: Channel): string =>
  channel.type === 1 ? '✉ Chaveiro' : `#${channel.name}`

const closeLabel = (): string => say('Fechar mensagens diretas', 'Close direct messages')
const openLabel = (): string => say('Abrir mensagens diretas', 'Open direct messages')

function peopleCard(discord: Discord, view: View): Html {
  const { member, roles, acceptsMessages } = userView(discord, view.person)
  const selectable = discord.users
    .filter((one) => !one.bot)
    .map((one) => option(one.id, one.globalName, one.id === view.person.id))
  const submitButton = (text: string): Html => html`<button class="plain">${text}</button>`

  return html`<section class="card">
<form class="pair" method="get" action="/sandbox/chat">
<div>
${label('as', 'Quem é você', 'Who you are')}
<select id="as" name="as">${selectable}</select>
</div>
<div>${submitButton(say('Trocar', 'Switch'))}</div>
</form>
${fact(say('Cargos', 'Roles'), roles.join(', ') || say('nenhum', 'none'))}
<div class="actions">
${
  member
    ? form(view, 'leave', undefined, submitButton(say('Sair do servidor', 'Leave the server')))
    : form(view, 'join', undefined, submitButton(say('Entrar no servidor', 'Join the server')))
}
${form(view, 'dms', undefined, submitButton(acceptsMessages ? closeLabel() : openLabel()))}
</div>
<details>
<summary>${say('Nova pessoa', 'New person')}</summary>
<form method="post" action="/sandbox/chat/people">
${label('name', 'Nome', 'Name')}
<input id="name" name="name" required minlength="2" maxlength="32">
${submitButton(say('Criar', 'Create'))}
</form>
</details>
</section>`
}

const sendLabel = (): string => say('Enviar', 'Send')

function interactionPart(view: View, channel: Channel | undefined): Html | '' {
  const { interaction } = view
  if (interaction?.failure) return alarm(interaction.failure)
  if (!interaction?.modal) return ''

  const modalTitle = String(interaction.modal['title'])
  const formContent = html`<input type="hidden" name="interaction" value="${interaction.id}">
${modalInputs(interaction.modal).map(modalField)}
<button>${sendLabel()}</button>`

  return html`<section class="card" role="dialog" aria-label="${modalTitle}">
<h2>${modalTitle}</h2>
${form(view, 'form', channel?.id, formContent)}
</section>`
}

function modalField(one: Json): Html {
  const [id, name] = [`f${String(one['custom_id'])}`, `field.${String(one['custom_id'])}`]
  const requiredAttribute = one['required'] !== false ? html` required` : ''
  const defaultValue = String(one['value'] ?? '')

  return html`<label for="${id}">${String(one['label'] ?? one['custom_id'])}</label>
${
  one['style'] === 2
    ? html`<textarea id="${id}" name="${name}"${requiredAttribute}>${defaultValue}</textarea>`
    : html`<input id="${id}" name="${name}" value="${defaultValue}"
  placeholder="${String(one['placeholder'] ?? '')}"${requiredAttribute}>`
}`
}

function conversation(discord: Discord, view: View, channel: Channel): Html {
  const latestMessages = messagesOf(discord, channel.id, view.person.id).slice(-MESSAGES_SHOWN)
  const canWrite =
    (channelPermissions(discord, view.person.id, channel) & PERMISSIONS.sendMessages) !== 0n
  const messageItems = latestMessages.map((one) => messageItem(discord, view, one))

  return html`<h2>${channelLabel(channel)}</h2>
${
  latestMessages.length === 0
    ? nothing('Nenhuma mensagem.', 'No messages.')
    : html`<ul class="list card">${messageItems}</ul>`
}
${canWrite ? form(view, 'write', channel.id, messageField()) : ''}
<p><a class="button plain" href="${chatHref(view.person, channel)}">${say('Atualizar', 'Refresh')}</a></p>`
}

const messageField = (): Html => html`${label('content', 'Mensagem', 'Message')}
<input id="content" name="content" maxlength="2000" required autocomplete="off">
<button class="plain">${sendLabel()}</button>`

function commandList(discord: Discord, view: View, channel: Channel | undefined): Html {
  const shownCommands = visibleCommands(discord)
    .filter((one) => mayUseCommand(discord, view.person.id, one))
    .flatMap((one) => expandSubcommands(one))
  if (shownCommands.length === 0)
    return html`${heading('Comandos', 'Slash commands')}
${nothing('A loja não registrou comandos.', 'No slash commands registered.')}`

  return html`${heading('Comandos', 'Slash commands')}
${shownCommands.map((one) => commandPart(one, (formContent) => form(view, 'command', channel?.id, formContent)))}`
}

type Shown = { name: string; description: string; options: Json[] }

function commandPart(
  { name, description, options: allOptions }: Shown,
  sent: (formContent: Html) => Html,
): Html {
  const content = html`<input type="hidden" name="name" value="${name}">
${allOptions.map((one) => optionField(name, one))}
<button>${sendLabel()}</button>`

  return html`<details class="card">
<summary><code>/${name}</code> <span class="soft">${description}</span></summary>
${sent(content)}
</details>`
}

/** A line for the command, or one for each of its subcommands. */
function expandSubcommands({ definition }: Command): Shown[] {
  const allOptions = (definition['options'] ?? []) as Json[]
  const subcommands = allOptions.filter((one) => one['type'] === 1)

  if (subcommands.length === 0)
    return [
      {
        name: String(definition['name']),
        description: String(definition['description']),
        options: allOptions,
      },
    ]

  return subcommands.map((one) => ({
    name: `${String(definition['name'])} ${String(one['name'])}`,
    description: String(one['description']),
    options: (one['options'] ?? []) as Json[],
  }))
}

function optionField(command: string, one: Json): Html {
  const [id, name] = [
    `o${command}${String(one['name'])}`.replace(/\s/g, '-'),
    `option.${String(one['name'])}`,
  ]

  const requiredAttribute = one['required'] === true ? html` required` : ''
  const selectable = one['choices'] as Json[] | undefined

  const field = selectable
    ? html`<select id="${id}" name="${name}"${requiredAttribute}>
${one['required'] === true ? '' : option('', '')}
${selectable.map((each) => option(String(each['value']), String(each['name'])))}
</select>`
    : html`<input id="${id}" name="${name}" autocomplete="off"${requiredAttribute}>`

  return html`<label for="${id}">
${String(one['name'])} <span>${String(one['description'])}</span>
</label>
${field}`
}
