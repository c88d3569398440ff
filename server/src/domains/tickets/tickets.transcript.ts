import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { createHash } from 'node:crypto'

import type { StoredEmbed } from '../../db/tables/tickets.ts'
import type { Ticket, TicketMessage } from './tickets.queries.ts'

// Untrusted texts become HTML only here (Q86). Every text is escaped, and only https URLs become
// links. If escaping ever failed, the policy would still allow just one style by its hash: no
// script, image, frame or form.

const style = `
:root{color-scheme:light dark}
body{
margin:0 auto;max-width:52rem;padding:1.5rem;
font:15px/1.5 system-ui,sans-serif;color:#1c1917;background:#fff
}
h1{font-size:1.25rem;margin:0 0 .25rem}
p{margin:0}
header{border-bottom:1px solid #d6d3d1;padding-bottom:1rem}
ol{list-style:none;margin:0;padding:0}
li{padding:.75rem 0;border-bottom:1px solid #e7e5e4}
.author{font-weight:600}
.role{
margin-left:.5rem;padding:0 .4rem;border-radius:.25rem;
font-size:.75rem;background:#e7e5e4;color:#1c1917
}
.staff{background:#bbf7d0;color:#14532d}
time{margin-left:.5rem;font-size:.8rem;color:#57534e}
.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
.embed{margin:.5rem 0 0;padding:.5rem .75rem;border-left:4px solid #a8a29e;background:#f5f5f4}
dl{margin:.25rem 0 0}
dt{font-weight:600}
dd{margin:0 0 .25rem}
.files{margin-top:.5rem;overflow-wrap:anywhere}
a{color:#1d4ed8}
@media(prefers-color-scheme:dark){
body{color:#e7e5e4;background:#171412}
header,li{border-color:#44403c}
.role,.embed{background:#292524;color:#e7e5e4}
.staff{background:#14532d;color:#bbf7d0}
time{color:#a8a29e}
a{color:#93c5fd}
}
`

/**
 * The hash of the transcript's style, as a source of a policy. A page that shows a transcript in an
 * iframe must allow this hash too, since a srcdoc iframe inherits the policy of its page.
 */
export const transcriptStyle = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
const innerPolicy = `default-src 'none'; style-src ${transcriptStyle}; base-uri 'none'; form-action 'none'`

/**
 * The policy of a transcript: it runs no script, loads nothing, cannot be framed, and has no
 * origin.
 */
export const transcriptPolicy = `${innerPolicy}; frame-ancestors 'none'; sandbox`

const labelTexts = {
  'pt-BR': {
    transcript: 'Transcrição',
    user: 'cliente',
    staff: 'equipe',
    bot: 'bot',
    opened: 'Aberto em',
    closed: 'Fechado em',
    empty: 'Nenhuma mensagem.',
    files: 'Anexos',
    leftOut: 'Só no e-mail original:',
    history: 'Restante do e-mail',
  },

  'en-US': {
    transcript: 'Transcript',
    user: 'customer',
    staff: 'staff',
    bot: 'bot',
    opened: 'Opened',
    closed: 'Closed',
    empty: 'No messages.',
    files: 'Attachments',
    leftOut: 'In the original email only:',
    history: 'Rest of the email',
  },
} satisfies Localized<Record<string, string>>

/** `fileUrl` returns the signed URL of a stored file, and null for any other URL. */
export type TranscriptView = {
  language: Language
  timeZone: string
  fileUrl?(url: string): string | null
}

/** The folded history of a mail, and the files that only the raw mail has. */
const restOfMail = (
  { leftOut, history }: TicketMessage,
  text: { leftOut: string; history: string },
): string =>
  (leftOut.length ? `<p class="files">${text.leftOut} ${escapeHtml(leftOut.join(', '))}</p>` : '') +
  (history
    ? `<details><summary>${text.history}</summary><p class="text">${linkAddresses(history)}</p></details>`
    : '')

/** A ticket's conversation as one HTML document without scripts and external resources. */
export function transcriptHtml(
  ticket: Ticket,
  messages: readonly TicketMessage[],
  { language, timeZone, fileUrl = () => null }: TranscriptView,
): string {
  const localLabels = inLanguage(language, labelTexts)

  const dateFormat = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  })

  const timeElement = (at: Date) =>
    `<time datetime="${at.toISOString()}">${escapeHtml(dateFormat.format(at))}</time>`

  const messageItems = messages.map(
    (message) =>
      `<li><p><span class="author"><bdi>${escapeHtml(message.author)}</bdi></span>` +
      `<span class="role${message.role === 'staff' ? ' staff' : ''}">${localLabels[message.role]}</span>` +
      `${timeElement(message.createdAt)}</p>` +
      (message.text ? `<p class="text">${linkAddresses(message.text)}</p>` : '') +
      restOfMail(message, localLabels) +
      `${message.embeds.map(embedHtml).join('')}${filesHtml(message, localLabels.files, fileUrl)}</li>`,
  )

  const pageTitle = `${localLabels.transcript} ${escapeHtml(ticket.ticketId)}`
  const subjectHtml = ticket.subject ? `<p class="text">${escapeHtml(ticket.subject)}</p>` : ''
  const closedLine = ticket.closedAt
    ? ` · ${localLabels.closed}${timeElement(ticket.closedAt)}`
    : ''
  const chatIdText = ticket.userDiscordId ? ` (${escapeHtml(ticket.userDiscordId)})` : ''

  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${innerPolicy}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${pageTitle}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${pageTitle}</h1>
<p><bdi>@${escapeHtml(ticket.userName)}</bdi>${chatIdText}</p>
${subjectHtml}
<p>${localLabels.opened}${timeElement(ticket.createdAt)}${closedLine}</p>
</header>
<main>${messageItems.length ? `<ol>${messageItems.join('\n')}</ol>` : `<p>${localLabels.empty}</p>`}</main>
</body>
</html>
`
}

function titleHtml({ title, url }: StoredEmbed): string {
  if (title) return `<p class="author">${url ? safeLinkHtml(url, title) : escapeHtml(title)}</p>`
  return url ? `<p>${safeLinkHtml(url, url)}</p>` : ''
}

function embedHtml(embed: StoredEmbed): string {
  const embedTitle = titleHtml(embed)
  const description = embed.description
    ? `<p class="text">${linkAddresses(embed.description)}</p>`
    : ''
  const fieldItems = embed.fields.map(
    ({ name, value }) =>
      `<dt>${escapeHtml(name)}</dt><dd class="text">${linkAddresses(value)}</dd>`,
  )
  const fieldList = fieldItems.length ? `<dl>${fieldItems.join('')}</dl>` : ''
  const footerHtml = embed.footer ? `<p>${escapeHtml(embed.footer)}</p>` : ''

  return `<div class="embed">${embedTitle}${description}${fieldList}${footerHtml}</div>`
}

const filesHtml = (
  message: TicketMessage,
  label: string,
  own: (url: string) => string | null,
): string =>
  message.attachments.length
    ? `<p class="files">${label}: ${message.attachments
        .map((file) => {
          const storedUrl = own(file.url)
          return storedUrl ? anchorHtml(storedUrl, file.name) : safeLinkHtml(file.url, file.name)
        })
        .join(', ')}</p>`
    : ''

/** A link when the URL is plain https; otherwise label and URL as text. */
function safeLinkHtml(url: string, label: string): string {
  const safeUrl = httpsOnly(url)
  return safeUrl ? anchorHtml(safeUrl, label) : `${escapeHtml(label)} (${escapeHtml(url)})`
}

const anchorHtml = (safeUrl: string, label: string): string =>
  `<a href="${escapeHtml(safeUrl)}" rel="noopener noreferrer nofollow">${escapeHtml(label)}</a>`

/** The normal form of an https URL without user or password; null for anything else. */
function httpsOnly(url: string): string | null {
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return null

  const parsedUrl = new URL(url)

  return parsedUrl.protocol === 'https:' && !parsedUrl.username && !parsedUrl.password
    ? parsedUrl.href
    : null
}

const linkAddresses = (text: string): string =>
  text
    .split(/(https:\/\/[^\s<>"'`]{4,500})/)
    .map((part, i) =>
      i % 2 && httpsOnly(part) ? anchorHtml(httpsOnly(part)!, part) : escapeHtml(part),
    )
    .join('')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '=': '&#61;',
}

/**
 * Escapes a text: markup characters become entities; control characters and bidirectional marks are
 * removed.
 */
const escapeHtml = (text: string): string =>
  text
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g,
      '',
    )
    .replace(/[&<>"'`=]/g, (char) => entities[char]!)
