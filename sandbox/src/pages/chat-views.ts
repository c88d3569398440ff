import { visibleCommands } from '../discord/commands.ts'
import { inputsOf } from '../discord/components.ts'
import { IDS } from '../discord/ids.ts'
import { messagesOf } from '../discord/messages.ts'
import type { Channel, Command, Discord, Json, User } from '../discord/model.ts'
import type { Consent } from '../discord/oauth.ts'
import { BITS, channelPermissions, sees } from '../discord/permissions.ts'
import { GUILD_NAME } from '../discord/seed.ts'
import { mayUse } from '../discord/slash.ts'
import { userView } from '../discord/views.ts'
import { form, messageItem, type View } from './chat-messages.ts'
import { html, type Html } from './html.ts'
import { page } from './layout.ts'
import { alarm, fact, heading, label, nothing, option } from './parts.ts'

const SHOWN = 60

/** The chat page of one person. */
export function chatPage(discord: Discord, view: View): string {
  const { person } = view
  const inGuild = discord.members.get(person.id) !== undefined

  const channels = discord.channels.filter((one) =>
    one.type === 1
      ? one.recipientId === person.id
      : one.type === 0 && inGuild && sees(discord, person.id, one),
  )

  const channel = channels.find((one) => one.id === view.channelId) ?? channels[0]

  return page(
    { title: `Chat: ${GUILD_NAME}`, english: 'The chat server, seen by one person' },
    html`
${people(discord, view)}${interactionPart(view, channel)}
${
  channels.length === 0
    ? html`<p class="note">
${person.globalName} não está no servidor. <span lang="en">Not in the guild.</span>
</p>`
    : html`<nav aria-label="Canais">${channels.map((one) => way(person, one, channel))}</nav>`
}
${channel ? conversation(discord, view, channel) : ''}
${inGuild ? commands(discord, view, channel) : ''}`,
  )
}

const way = (person: User, one: Channel, shown: Channel | undefined): Html => {
  const current = one.id === shown?.id ? html` aria-current="page"` : ''
  return html`<a href="${hrefOf(person, one)}"${current}>${nameOf(one)}</a>`
}

const hrefOf = (person: User, channel: Channel): string =>
  `/sandbox/chat?as=${person.id}&channel=${channel.id}`

/** The consent page of the account link. */
export function consentPage(discord: Discord, consent: Consent, query: string): string {
  const choices = discord.users.filter((one) => !one.bot && one.id !== IDS.owner)
  return page(
    { title: 'Autorizar Chaveiro', english: 'Authorize the store', narrow: true },
    html`
<section class="card">
<p>A loja quer <strong>${consent.scopes.join(', ')}</strong>.</p>
<p class="soft small">${new URL(consent.redirectUri).origin}</p>
${choices.map((one) => consentForm(query, one))}
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
    ? html`<button class="wide">Autorizar como ${user.globalName}</button>`
    : html`<button class="wide plain">Recusar <span lang="en">· decline</span></button>`
}
</form>`

const nameOf = (channel: Channel): string =>
  channel.type === 1 ? '✉ Chaveiro' : `#${channel.name}`

function people(discord: Discord, view: View): Html {
  const { member, roles, acceptsMessages } = userView(discord, view.person)
  const choices = discord.users
    .filter((one) => !one.bot)
    .map((one) => option(one.id, one.globalName, one.id === view.person.id))
  const button = (text: string): Html => html`<button class="plain">${text}</button>`

  return html`<section class="card">
<form class="pair" method="get" action="/sandbox/chat">
<div>
${label('as', 'Quem é você', 'Who you are')}
<select id="as" name="as">${choices}</select>
</div>
<div>${button('Trocar')}</div>
</form>
${fact(html`Cargos <span class="soft" lang="en">Roles</span>`, roles.join(', ') || 'nenhum')}
<div class="actions">
${
  member
    ? form(view, 'leave', undefined, button('Sair do servidor'))
    : form(view, 'join', undefined, button('Entrar no servidor'))
}
${form(
  view,
  'dms',
  undefined,
  button(acceptsMessages ? 'Fechar mensagens diretas' : 'Abrir mensagens diretas'),
)}
</div>
<details>
<summary>Nova pessoa</summary>
<form method="post" action="/sandbox/chat/people">
${label('name', 'Nome', 'Name')}
<input id="name" name="name" required minlength="2" maxlength="32">
${button('Criar')}
</form>
</details>
</section>`
}

function interactionPart(view: View, channel: Channel | undefined): Html | '' {
  const { interaction } = view
  if (interaction?.failure) return alarm(interaction.failure)
  if (!interaction?.modal) return ''

  const title = String(interaction.modal['title'])
  const content = html`<input type="hidden" name="interaction" value="${interaction.id}">
${inputsOf(interaction.modal).map(modalField)}
<button>Enviar</button>`

  return html`<section class="card" role="dialog" aria-label="${title}">
<h2>${title}</h2>
${form(view, 'form', channel?.id, content)}
</section>`
}

function modalField(one: Json): Html {
  const [id, name] = [`f${String(one['custom_id'])}`, `field.${String(one['custom_id'])}`]
  const required = one['required'] !== false ? html` required` : ''
  const value = String(one['value'] ?? '')

  return html`<label for="${id}">${String(one['label'] ?? one['custom_id'])}</label>
${
  one['style'] === 2
    ? html`<textarea id="${id}" name="${name}"${required}>${value}</textarea>`
    : html`<input id="${id}" name="${name}" value="${value}"
  placeholder="${String(one['placeholder'] ?? '')}"${required}>`
}`
}

function conversation(discord: Discord, view: View, channel: Channel): Html {
  const messages = messagesOf(discord, channel.id, view.person.id).slice(-SHOWN)
  const mayWrite = (channelPermissions(discord, view.person.id, channel) & BITS.sendMessages) !== 0n
  const items = messages.map((one) => messageItem(discord, view, one))

  return html`<h2>${nameOf(channel)}</h2>
${
  messages.length === 0
    ? nothing('Nenhuma mensagem.', 'No messages.')
    : html`<ul class="list card">${items}</ul>`
}
${mayWrite ? form(view, 'write', channel.id, writing) : ''}
<p><a class="button plain" href="${hrefOf(view.person, channel)}">Atualizar</a></p>`
}

const writing = html`${label('content', 'Mensagem', 'Message')}
<input id="content" name="content" maxlength="2000" required autocomplete="off">
<button class="plain">Enviar</button>`

function commands(discord: Discord, view: View, channel: Channel | undefined): Html {
  const shown = visibleCommands(discord)
    .filter((one) => mayUse(discord, view.person.id, one))
    .flatMap((one) => withSubs(one))
  if (shown.length === 0)
    return html`<h2>Comandos</h2>
${nothing('A loja não registrou comandos.', 'No slash commands registered.')}`

  return html`${heading('Comandos', 'Slash commands')}
${shown.map((one) => commandPart(one, (content) => form(view, 'command', channel?.id, content)))}`
}

type Shown = { name: string; description: string; options: Json[] }

function commandPart({ name, description, options }: Shown, sent: (content: Html) => Html): Html {
  const content = html`<input type="hidden" name="name" value="${name}">
${options.map((one) => optionField(name, one))}
<button>Enviar</button>`

  return html`<details class="card">
<summary><code>/${name}</code> <span class="soft">${description}</span></summary>
${sent(content)}
</details>`
}

/** A command, or each of its subcommands as its own line. */
function withSubs({ definition }: Command): Shown[] {
  const options = (definition['options'] ?? []) as Json[]
  const subs = options.filter((one) => one['type'] === 1)

  if (subs.length === 0)
    return [
      { name: String(definition['name']), description: String(definition['description']), options },
    ]

  return subs.map((one) => ({
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

  const required = one['required'] === true ? html` required` : ''
  const choices = one['choices'] as Json[] | undefined

  const field = choices
    ? html`<select id="${id}" name="${name}"${required}>
${one['required'] === true ? '' : option('', '')}
${choices.map((each) => option(String(each['value']), String(each['name'])))}
</select>`
    : html`<input id="${id}" name="${name}" autocomplete="off"${required}>`

  return html`<label for="${id}">
${String(one['name'])} <span>${String(one['description'])}</span>
</label>
${field}`
}
