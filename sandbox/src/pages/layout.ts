import { toMajorUnits } from '../stripe/currencies.ts'
import { Html, html } from './html.ts'
import { alarm } from './parts.ts'

const STYLE = new Html(`
:root{
color-scheme:dark;--bg:#0f1115;--card:#171a21;--line:#2a2f3a;--text:#eef1f6;--soft:#a7b0c0;
--accent:#7c9cff;--ink:#0b1020;--good:#5bd6a0;--bad:#ff8f8f;--warn:#ffd479
}
*{box-sizing:border-box}
body{
margin:0;background:var(--bg);color:var(--text);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif
}
a{color:var(--accent)}
main{max-width:860px;margin:0 auto;padding:20px 16px 56px}
.narrow{max-width:460px}
.ribbon{background:#2b2340;color:#e6dcff;text-align:center;font-size:14px;padding:7px 12px}
nav{
display:flex;flex-wrap:wrap;gap:4px 13px;padding:12px 16px;
border-bottom:1px solid var(--line);max-width:860px;margin:0 auto
}
nav a{color:var(--soft);text-decoration:none;padding:6px 0}
nav a:hover,nav a:focus-visible{color:var(--text);text-decoration:underline}
h1{font-size:24px;line-height:1.25;margin:16px 0 0;overflow-wrap:anywhere}
h2{font-size:18px;margin:28px 0 8px}
.en{color:var(--soft);font-size:14px;margin:0 0 16px}
.card{
background:var(--card);border:1px solid var(--line);border-radius:14px;padding:16px;margin:14px 0
}
.row{display:flex;justify-content:space-between;gap:12px;padding:5px 0}
.row>*{min-width:0;overflow-wrap:anywhere}
.row>*:last-child{text-align:right;flex-shrink:0;max-width:65%}
.total{font-size:22px;font-weight:650}
.soft{color:var(--soft)}
.small{font-size:14px}
.good{color:var(--good)}
.bad{color:var(--bad)}
.warn{color:var(--warn)}
.note{
border-radius:10px;padding:10px 14px;margin:14px 0;
border:1px solid var(--line);background:#1c202a
}
.note.bad{border-color:#7a3a3a;background:#2a1a1d}
.note.good{border-color:#2f6b50;background:#15261f}
label [lang=en]{opacity:.8;font-style:italic}
label [lang=en]::before{content:'· '}
label{display:block;font-size:14px;color:var(--soft);margin:12px 0 4px}
input,select,textarea{
width:100%;min-height:46px;padding:10px 12px;border-radius:10px;
border:1px solid #4a5264;background:#0f131b;color:var(--text);font:inherit
}
textarea{min-height:96px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button,.button{
display:inline-flex;align-items:center;justify-content:center;min-height:46px;margin-top:14px;
padding:10px 18px;border:0;border-radius:10px;background:var(--accent);color:var(--ink);
font:inherit;font-weight:650;cursor:pointer;text-decoration:none
}
button.plain,.button.plain{
background:transparent;color:var(--text);border:1px solid #4a5264;font-weight:500
}
button.wide{width:100%}
.actions{display:flex;flex-wrap:wrap;gap:0 10px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
code,pre{
font:14px/1.5 ui-monospace,Menlo,Consolas,monospace;
overflow-wrap:anywhere;white-space:pre-wrap;margin:0
}
ul.list{list-style:none;margin:14px 0;padding:2px 16px}
ul.list li{border-top:1px solid var(--line);padding:12px 0}
ul.list li:first-child{border-top:0}
ul.list a{display:block;text-decoration:none;color:inherit}
ul.list a:hover strong{text-decoration:underline}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(170px,1fr));gap:12px}
.grid a{
display:block;background:var(--card);border:1px solid var(--line);border-radius:14px;
padding:16px;text-decoration:none;color:var(--text)
}
.grid a:hover{border-color:var(--accent)}
iframe{
width:100%;height:60vh;min-height:360px;
border:1px solid var(--line);border-radius:10px;background:#fff
}
.qr{background:#fff;border-radius:10px;padding:8px;width:180px;margin:0 auto}
.qr svg{display:block;width:100%;height:auto}
`)

export type PageOptions = {
  title: string
  english: string
  narrow?: boolean
  refreshSeconds?: number
}

/**
 * A whole page: Portuguese title, English line below it, and the header and navigation of all
 * pages.
 */
export function page(
  { title, english, narrow = false, refreshSeconds }: PageOptions,
  content: Html,
): string {
  const refreshTag = refreshSeconds
    ? html`<meta http-equiv="refresh" content="${refreshSeconds}">`
    : ''

  return String(html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshTag}
<title>${title} · Sandbox</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<div class="ribbon">Sandbox: nenhum dinheiro de verdade <span lang="en">· no real money</span></div>
<nav aria-label="Sandbox">
<a href="/sandbox">Início</a>
<a href="/sandbox/bank">Banco</a>
<a href="/sandbox/card">Cartão</a>
<a href="/sandbox/wallet">Carteira</a>
<a href="/sandbox/mail">E-mail</a>
<a href="/sandbox/chat">Chat</a>
<a href="/sandbox/keyauth">KeyAuth</a>
<a href="/">Loja</a>
</nav>
<main${narrow ? html` class="narrow"` : ''}>
<h1>${title}</h1>
<p class="en" lang="en">${english}</p>
${content}
</main>
</body>
</html>`)
}

export function errorPage(status: number, title: string, text: string): string {
  return page(
    { title, english: `Error ${status}`, narrow: true },
    html`${alarm(text)}
<p><a href="/sandbox">Voltar ao início</a> <span class="soft" lang="en">Back</span></p>`,
  )
}

/** A number with its noun. */
export const counted = (n: number, one: string, many: string): string =>
  `${n} ${n === 1 ? one : many}`

/** An amount in minor units as people read it: R$ 19,90. */
export function money(cents: number, currency = 'brl'): string {
  return new Intl.NumberFormat('pt-BR', {
    style: 'currency',
    currency: currency.toUpperCase(),
  }).format(toMajorUnits(cents, currency))
}

/** A moment as people read it, in São Paulo's time zone. */
export const when = (ms: number): string =>
  new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'America/Sao_Paulo',
  }).format(ms)
