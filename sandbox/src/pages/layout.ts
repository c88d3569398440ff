import { toMajorUnits } from '../stripe/currencies.ts'
import { accent } from './accent.ts'
import { html, type Html } from './html.ts'
import { language, pathInLanguage, say } from './language.ts'
import { cut, mark, style } from './look.ts'
import { alarm } from './parts.ts'

export type PageOptions = {
  title: string
  english: string
  narrow?: boolean
  refreshSeconds?: number
}

/** A whole page in the reader's language, with the header and navigation of all pages. */
export function page(
  { title, english, narrow = false, refreshSeconds }: PageOptions,
  content: Html,
): string {
  const shownTitle = say(title, english)
  const refreshTag = refreshSeconds
    ? html`<meta http-equiv="refresh" content="${refreshSeconds}">`
    : ''

  return String(html`<!doctype html>
<html lang="${language()}"${accent() && html` style="${accent()}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
${refreshTag}
<title>${shownTitle} · Sandbox</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${header()}
<main${narrow ? html` class="narrow"` : ''}>
${cut}
<h1>${shownTitle}</h1>
${content}
</main>
</body>
</html>`)
}

const header = (): Html => html`<div class="ribbon">
${say('Sandbox: nenhum dinheiro de verdade', 'Sandbox: no real money')}
</div>
<header class="bar">
<a class="mark" href="/sandbox">${mark} Sandbox</a>
<nav aria-label="Sandbox">
<a href="/sandbox/bank">${say('Banco', 'Bank')}</a>
<a href="/sandbox/card">${say('Cartão', 'Card')}</a>
<a href="/sandbox/wallet">${say('Carteira', 'Wallet')}</a>
<a href="/sandbox/mail">${say('E-mail', 'Mail')}</a>
<a href="/sandbox/chat">Chat</a>
<a href="/sandbox/keyauth">KeyAuth</a>
<a href="/">${say('Loja', 'Shop')}</a>
</nav>
${languageLink()}
</header>`

/** The link to the same page in the other language, which it names in that language. */
function languageLink(): Html {
  const other = language() === 'en-US' ? 'pt-BR' : 'en-US'
  const label = say('English', 'Português')

  return html`<a class="language" lang="${other}" hreflang="${other}"
  href="${pathInLanguage(other)}">${label}</a>`
}

export function errorPage(status: number, title: string, text: string): string {
  return page(
    { title, english: `Error ${status}`, narrow: true },
    html`${alarm(text)}
<p><a href="/sandbox">${say('Voltar ao início', 'Back to the start')}</a></p>`,
  )
}

/** A number with its noun. */
export const counted = (n: number, one: string, many: string): string =>
  `${n} ${n === 1 ? one : many}`

/** An amount in minor units as people read it: R$ 19,90 or R$19.90. */
export function money(cents: number, currency = 'brl'): string {
  return new Intl.NumberFormat(language(), {
    style: 'currency',
    currency: currency.toUpperCase(),
  }).format(toMajorUnits(cents, currency))
}

/** A moment as people read it, in São Paulo's time zone. */
export const when = (ms: number): string =>
  new Intl.DateTimeFormat(language(), {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'America/Sao_Paulo',
  }).format(ms)
