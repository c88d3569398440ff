import { BUTTON } from '../discord/components.ts'
import type { Discord, Interaction, Json, Message, User } from '../discord/model.ts'
import { html, type Html } from './html.ts'
import { say } from './language.ts'
import { when } from './layout.ts'
import { fact, option } from './parts.ts'

/** The person and the channel of a chat page, and the interaction whose error or modal is open. */
export type View = { person: User; channelId: string; interaction: Interaction | null }

/** A form that is sent as the person of the view. */
export function form(
  view: View,
  action: string,
  channelId: string | undefined,
  content: Html,
): Html {
  return html`<form method="post" action="/sandbox/chat/${view.person.id}/${action}">
<input type="hidden" name="channel" value="${channelId ?? ''}">
${content}
</form>`
}

const onlyYouNote = (): Html => html`<span class="soft small">
${say('Só você pode ver isto', 'Only you can see this')}
</span>`

const proseText = (text: string): Html =>
  html`<p style="white-space:pre-wrap;overflow-wrap:anywhere;margin:4px 0">${text}</p>`

/** One message with its buttons and selects. */
export function messageItem(discord: Discord, view: View, message: Message): Html {
  const author =
    message.webhookName ?? discord.users.get(message.authorId)?.globalName ?? message.authorId
  const timeLabel = `${when(Date.parse(message.timestamp))}${message.editedAt ? say(' · editada', ' · edited') : ''}`
  const componentRows = message.components.map((row) =>
    (row['components'] as Json[]).map((one) => component(view, message, one)),
  )

  return html`<li>
<span class="row">
<strong>${author}</strong>
<span class="soft small">${timeLabel}</span>
</span>
${
  message.deferred
    ? html`<p class="soft">${say('Chaveiro está pensando…', 'Chaveiro is thinking…')}</p>`
    : proseText(withNames(discord, message.content))
}
${message.embeds.map(embedView)}
${componentRows.map((row) => html`<div class="actions">${row}</div>`)}
${message.visibleTo ? onlyYouNote() : ''}
</li>`
}

/** Mentions become names; all other text stays as it is. */
const withNames = (discord: Discord, content: string): string =>
  content.replace(/<(@!?|@&|#)(\d{17,20})>/g, (whole, kind: string, id: string) => {
    if (kind === '#') return `#${discord.channels.get(id)?.name ?? whole}`

    const mentionName =
      kind === '@&' ? discord.roles.get(id)?.name : discord.users.get(id)?.globalName

    return `@${mentionName ?? whole}`
  })

function embedView(one: Json): Html {
  const embedImage =
    (one['image'] as Json | undefined)?.['url'] ?? (one['thumbnail'] as Json | undefined)?.['url']
  const url = one['url'] ? String(one['url']) : null
  const embedFields = (one['fields'] ?? []) as Json[]

  return html`<section class="note">
${one['title'] ? html`<strong>${String(one['title'])}</strong>` : ''}
${proseText(String(one['description'] ?? ''))}
${embedFields.map((field) => fact(String(field['name']), String(field['value'])))}
${embedImage ? html`<img src="${String(embedImage)}" alt="" style="max-width:100%">` : ''}
${url ? html`<a href="${url}">${url}</a>` : ''}
<span class="soft small">${String((one['footer'] as Json | undefined)?.['text'] ?? '')}</span>
</section>`
}

const chooseLabel = (): string => say('Escolher', 'Choose')

function component(view: View, message: Message, one: Json): Html {
  const disabledAttribute = one['disabled'] === true ? html` disabled` : ''

  const buttonLabel = String(
    one['label'] ??
      (one['emoji'] as Json | undefined)?.['name'] ??
      one['placeholder'] ??
      chooseLabel(),
  )

  if (one['url'])
    return html`<a class="button plain" href="${String(one['url'])}">${buttonLabel}</a>`

  const messageField = html`<input type="hidden" name="message" value="${message.id}">
<input type="hidden" name="customId" value="${String(one['custom_id'])}">`
  const buttonClass = one['style'] === 1 || one['style'] === 3 ? '' : 'plain'

  const pressForm =
    one['type'] === BUTTON
      ? html`${messageField}
<button class="${buttonClass}"${disabledAttribute}>${buttonLabel}</button>`
      : html`${messageField}
<select name="value" aria-label="${buttonLabel}"${disabledAttribute}>${choicesOf(one)}</select>
<button class="plain"${disabledAttribute}>${chooseLabel()}</button>`

  return form(view, 'press', message.channelId, pressForm)
}

const choicesOf = (one: Json): Html[] =>
  (one['options'] as Json[]).map((each) =>
    option(String(each['value']), String(each['label']), each['default'] === true),
  )
