import { visibleCommands } from '../discord/commands.ts'
import { BUTTON, inputsOf } from '../discord/components.ts'
import { IDS } from '../discord/ids.ts'
import { messagesOf } from '../discord/messages.ts'
import type {
  Channel,
  Command,
  Discord,
  Interaction,
  Json,
  Message,
  User,
} from '../discord/model.ts'
import type { Consent } from '../discord/oauth.ts'
import { BITS, channelPermissions, sees } from '../discord/permissions.ts'
import { GUILD_NAME } from '../discord/seed.ts'
import { mayUse } from '../discord/slash.ts'
import { userView } from '../discord/views.ts'
import { html, type Html } from './html.ts'
import { page, when } from './layout.ts'

/** Who looks at which channel, and the interaction whose failure or form they have before them. */
export type View = { person: User; channelId: string; interaction: Interaction | null }

const SHOWN = 60

/** The whole chat page of one person. */
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
${channels.length === 0 ? html`<p class="note">${person.globalName} não está no servidor. <span lang="en">Not in the guild.</span></p>` : html`<nav aria-label="Canais">${channels.map((one) => html`<a href="/sandbox/chat?as=${person.id}&amp;channel=${one.id}"${one.id === channel?.id ? html` aria-current="page"` : ''}>${nameOf(one)}</a>`)}</nav>`}
${channel ? conversation(discord, view, channel) : ''}${inGuild ? commands(discord, view, channel) : ''}`,
  )
}

/** The page on which a person lets the store know their account. */
export function consentPage(discord: Discord, consent: Consent, query: string): string {
  const choices = discord.users.filter((one) => !one.bot && one.id !== IDS.owner)
  return page(
    { title: 'Autorizar Chaveiro', english: 'Authorize the store', narrow: true },
    html`
<section class="card"><p>A loja quer <strong>${consent.scopes.join(', ')}</strong>.</p><p class="soft small">${new URL(consent.redirectUri).origin}</p>
${choices.map((one) => html`<form method="post" action="/sandbox/chat/authorize"><input type="hidden" name="query" value="${query}"><input type="hidden" name="user" value="${one.id}"><button class="wide">Autorizar como ${one.globalName}</button></form>`)}
<form method="post" action="/sandbox/chat/authorize"><input type="hidden" name="query" value="${query}"><button class="wide plain">Recusar <span lang="en">· decline</span></button></form></section>`,
  )
}

const nameOf = (channel: Channel): string =>
  channel.type === 1 ? '✉ Chaveiro' : `#${channel.name}`

function form(view: View, action: string, channelId: string | undefined, content: Html): Html {
  return html`<form method="post" action="/sandbox/chat/${view.person.id}/${action}"><input type="hidden" name="channel" value="${channelId ?? ''}">${content}</form>`
}

function people(discord: Discord, view: View): Html {
  const { member, roles, acceptsMessages } = userView(discord, view.person)
  return html`<section class="card"><form class="pair" method="get" action="/sandbox/chat"><div><label for="as">Quem é você <span lang="en">Who you are</span></label><select id="as" name="as">${discord.users.filter((one) => !one.bot).map((one) => html`<option value="${one.id}"${one.id === view.person.id ? html` selected` : ''}>${one.globalName}</option>`)}</select></div><div><button class="plain">Trocar</button></div></form>
<div class="row"><span>Cargos <span class="soft" lang="en">Roles</span></span><span>${roles.join(', ') || 'nenhum'}</span></div>
<div class="actions">${form(view, member ? 'leave' : 'join', undefined, html`<button class="plain">${member ? 'Sair do servidor' : 'Entrar no servidor'}</button>`)}${form(view, 'dms', undefined, html`<button class="plain">${acceptsMessages ? 'Fechar mensagens diretas' : 'Abrir mensagens diretas'}</button>`)}</div>
<details><summary>Nova pessoa</summary><form method="post" action="/sandbox/chat/people"><label for="name">Nome <span lang="en">Name</span></label><input id="name" name="name" required minlength="2" maxlength="32"><button class="plain">Criar</button></form></details></section>`
}

function interactionPart(view: View, channel: Channel | undefined): Html | '' {
  const { interaction } = view
  if (interaction?.failure) return html`<p class="note bad" role="alert">${interaction.failure}</p>`
  if (!interaction?.modal) return ''
  const fields = inputsOf(interaction.modal).map((one) => {
    const [id, name] = [`f${String(one['custom_id'])}`, `field.${String(one['custom_id'])}`]
    const required = one['required'] !== false ? html` required` : ''
    const label = String(one['label'] ?? one['custom_id'])
    return html`<label for="${id}">${label}</label>${one['style'] === 2 ? html`<textarea id="${id}" name="${name}"${required}>${String(one['value'] ?? '')}</textarea>` : html`<input id="${id}" name="${name}" value="${String(one['value'] ?? '')}" placeholder="${String(one['placeholder'] ?? '')}"${required}>`}`
  })
  return html`<section class="card" role="dialog" aria-label="${String(interaction.modal['title'])}"><h2>${String(interaction.modal['title'])}</h2>${form(view, 'form', channel?.id, html`<input type="hidden" name="interaction" value="${interaction.id}">${fields}<button>Enviar</button>`)}</section>`
}

function conversation(discord: Discord, view: View, channel: Channel): Html {
  const messages = messagesOf(discord, channel.id, view.person.id).slice(-SHOWN)
  const mayWrite = (channelPermissions(discord, view.person.id, channel) & BITS.sendMessages) !== 0n
  return html`<h2>${nameOf(channel)}</h2>${messages.length === 0 ? html`<p class="soft">Nenhuma mensagem. <span lang="en">No messages.</span></p>` : html`<ul class="list card">${messages.map((one) => messageItem(discord, view, one))}</ul>`}
${mayWrite ? form(view, 'write', channel.id, html`<label for="content">Mensagem <span lang="en">Message</span></label><input id="content" name="content" maxlength="2000" required autocomplete="off"><button class="plain">Enviar</button>`) : ''}
<p><a class="button plain" href="/sandbox/chat?as=${view.person.id}&amp;channel=${channel.id}">Atualizar</a></p>`
}

function messageItem(discord: Discord, view: View, message: Message): Html {
  const author =
    message.webhookName ?? discord.users.get(message.authorId)?.globalName ?? message.authorId
  return html`<li><span class="row"><strong>${author}</strong><span class="soft small">${when(Date.parse(message.timestamp))}${message.editedAt ? ' · editada' : ''}</span></span>
${message.deferred ? html`<p class="soft">Chaveiro está pensando…</p>` : html`<p style="white-space:pre-wrap;overflow-wrap:anywhere;margin:4px 0">${withNames(discord, message.content)}</p>`}${message.embeds.map(embed)}
${message.components.map((row) => html`<div class="actions">${(row['components'] as Json[]).map((one) => component(view, message, one))}</div>`)}
${message.visibleTo ? html`<span class="soft small">Só você pode ver isto <span lang="en">· only you can see this</span></span>` : ''}</li>`
}

/** Mentions as names; everything else stays plain text. */
const withNames = (discord: Discord, content: string): string =>
  content.replace(/<(@!?|@&|#)(\d{17,20})>/g, (whole, kind: string, id: string) =>
    kind === '#'
      ? `#${discord.channels.get(id)?.name ?? whole}`
      : `@${(kind === '@&' ? discord.roles.get(id)?.name : discord.users.get(id)?.globalName) ?? whole}`,
  )

function embed(one: Json): Html {
  const image =
    (one['image'] as Json | undefined)?.['url'] ?? (one['thumbnail'] as Json | undefined)?.['url']
  return html`<section class="note">${one['title'] ? html`<strong>${String(one['title'])}</strong>` : ''}<p style="white-space:pre-wrap;overflow-wrap:anywhere;margin:4px 0">${String(one['description'] ?? '')}</p>
${((one['fields'] ?? []) as Json[]).map((field) => html`<div class="row"><span>${String(field['name'])}</span><span>${String(field['value'])}</span></div>`)}
${image ? html`<img src="${String(image)}" alt="" style="max-width:100%">` : ''}${one['url'] ? html`<a href="${String(one['url'])}">${String(one['url'])}</a>` : ''}<span class="soft small">${String((one['footer'] as Json | undefined)?.['text'] ?? '')}</span></section>`
}

function component(view: View, message: Message, one: Json): Html {
  const disabled = one['disabled'] === true ? html` disabled` : ''
  const label = String(
    one['label'] ??
      (one['emoji'] as Json | undefined)?.['name'] ??
      one['placeholder'] ??
      'Escolher',
  )
  if (one['url']) return html`<a class="button plain" href="${String(one['url'])}">${label}</a>`
  const hidden = html`<input type="hidden" name="message" value="${message.id}"><input type="hidden" name="customId" value="${String(one['custom_id'])}">`
  if (one['type'] === BUTTON)
    return form(
      view,
      'press',
      message.channelId,
      html`${hidden}<button class="${one['style'] === 1 || one['style'] === 3 ? '' : 'plain'}"${disabled}>${label}</button>`,
    )
  return form(
    view,
    'press',
    message.channelId,
    html`${hidden}<select name="value" aria-label="${label}"${disabled}>${(one['options'] as Json[]).map((option) => html`<option value="${String(option['value'])}"${option['default'] === true ? html` selected` : ''}>${String(option['label'])}</option>`)}</select><button class="plain"${disabled}>Escolher</button>`,
  )
}

function commands(discord: Discord, view: View, channel: Channel | undefined): Html {
  const shown = visibleCommands(discord)
    .filter((one) => mayUse(discord, view.person.id, one))
    .flatMap((one) => withSubs(one))
  if (shown.length === 0)
    return html`<h2>Comandos</h2><p class="soft">A loja não registrou comandos. <span lang="en">No slash commands registered.</span></p>`
  return html`<h2>Comandos</h2><p class="en" lang="en">Slash commands</p>${shown.map(
    ({
      name,
      description,
      options,
    }) => html`<details class="card"><summary><code>/${name}</code> <span class="soft">${description}</span></summary>
${form(view, 'command', channel?.id, html`<input type="hidden" name="name" value="${name}">${options.map((one) => optionField(name, one))}<button>Enviar</button>`)}</details>`,
  )}`
}

/** A command, or each of its subcommands as one line of its own. */
function withSubs({
  definition,
}: Command): { name: string; description: string; options: Json[] }[] {
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

function optionField(command: string, option: Json): Html {
  const [id, name] = [
    `o${command}${String(option['name'])}`.replace(/\s/g, '-'),
    `option.${String(option['name'])}`,
  ]
  const required = option['required'] === true ? html` required` : ''
  const choices = option['choices'] as Json[] | undefined
  const field = choices
    ? html`<select id="${id}" name="${name}"${required}>${option['required'] === true ? '' : html`<option value=""></option>`}${choices.map((one) => html`<option value="${String(one['value'])}">${String(one['name'])}</option>`)}</select>`
    : html`<input id="${id}" name="${name}" autocomplete="off"${required}>`
  return html`<label for="${id}">${String(option['name'])} <span>${String(option['description'])}</span></label>${field}`
}
