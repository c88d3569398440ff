import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'

import { Html } from './html.ts'

// The pages wear the shop's own colours and letters, which are read from the web app's sources.
const readShopFile = (path: string): Buffer =>
  readFileSync(new URL(`../../../web/${path}`, import.meta.url))

const fonts = ['archivo-text', 'archivo-display'] as const

/** Serves the two fonts of the pages. */
export function addFonts(app: FastifyInstance): void {
  for (const name of fonts) {
    const file = readShopFile(`src/fonts/${name}.woff2`)
    app.get(`/sandbox/fonts/${name}.woff2`, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('font/woff2').send(file),
    )
  }
}

const tokens = readShopFile('src/tokens.css')
  .toString()
  .replace(/@font-face\s*\{[^}]*\}/g, '')
  .replace(/\/\*[\s\S]*?\*\//g, '')

/** The shop's mark in the colour of the page, instead of the colour in the file. */
export const mark = new Html(
  readShopFile('public/favicon.svg')
    .toString()
    .replace('fill="#ffd21f"', 'style="fill:var(--accent)"')
    .replace('fill="#16130a"', 'style="fill:var(--on-accent)"'),
)

/** The rule of teeth before a heading, as in the shop: 108 px long. */
export const cut = new Html(
  `<svg class="cut" viewBox="0 0 108 12" width="108" height="12" aria-hidden="true">` +
    `<path d="M0 0h108v3H0zM0 3h9.75l4.5 4.5h8.63l2.25-2.25h9.75l2.25 2.25h8.63L50.25 3h5.25l9 9h4.13` +
    `l6.75-6.75h6.37l4.5 4.5h6.38L99.38 3z"/></svg>`,
)

export const style = new Html(`
@font-face{
font-family:Archivo;font-weight:400 800;font-display:swap;
src:url(/sandbox/fonts/archivo-text.woff2) format("woff2")
}
@font-face{
font-family:"Archivo Display";font-weight:800;font-display:swap;
src:url(/sandbox/fonts/archivo-display.woff2) format("woff2")
}
${tokens}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scrollbar-gutter:stable}
body{
margin:0;background:var(--ground);color:var(--ink);font:16px/26px Archivo,system-ui,sans-serif
}
.ribbon{
background:repeating-linear-gradient(135deg,var(--raised) 0 8px,var(--surface) 8px 16px);
text-align:center;font-size:14px;line-height:20px;padding:8px 16px
}
.bar,main{max-width:940px;margin:0 auto;padding:0 20px}
header{border-bottom:1px solid var(--line)}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:0 24px;min-height:64px}
.mark{display:flex;align-items:center;gap:10px}
.mark svg{width:28px;height:28px}
.bar a,nav a{
display:inline-flex;align-items:center;min-height:44px;color:var(--ink);text-decoration:none
}
.mark,h1,h2,.total{font-family:"Archivo Display",system-ui,sans-serif;font-weight:800}
.bar .mark{font-size:20px}
.bar nav{display:flex;flex-wrap:wrap;gap:0 20px;font-size:14px;flex:1}
nav a{white-space:nowrap}
.bar .language{font-size:14px}
nav a[aria-current]{box-shadow:inset 0 -3px var(--accent);font-weight:600}
nav a:hover,.bar a:hover{text-decoration:underline 2px var(--accent);text-underline-offset:4px}
main{padding-top:32px;padding-bottom:72px}
.narrow{max-width:500px}
.channels{display:flex;flex-wrap:wrap;gap:0 20px;margin:24px 0 0;border-bottom:1px solid var(--line)}
main :where(p,li,td,dd) a:not(.button),main>a:not(.button){
color:var(--ink);text-decoration:underline 2px var(--accent);text-underline-offset:4px
}
.cut{display:block;fill:var(--accent)}
h1{font-size:clamp(28px,1.2rem + 2vw,36px);line-height:1.08;margin:16px 0 24px;overflow-wrap:anywhere}
h2{font-size:24px;line-height:28px;margin:40px 0 8px}
.card>h2:first-child,.card>h2:first-of-type{margin-top:8px}
.card{background:var(--surface);border-radius:8px;padding:16px;margin:16px 0}
.row{display:flex;justify-content:space-between;gap:12px;padding:4px 0}
.row>*{min-width:0;overflow-wrap:anywhere}
.row>*:last-child{text-align:right;flex-shrink:0;max-width:65%}
.total{font-size:28px;line-height:30px;padding-top:12px}
.soft{color:var(--muted)}
.small{font-size:14px;line-height:20px}
.good{color:var(--good)}
.bad{color:var(--bad)}
.warn{color:var(--wait)}
.note{background:var(--raised);border-radius:4px;padding:12px 16px;margin:16px 0}
.note.bad,.note.good,.note.warn{color:var(--ink);box-shadow:inset 4px 0 var(--bad)}
.note.good{box-shadow:inset 4px 0 var(--good)}
.note.warn{box-shadow:inset 4px 0 var(--wait)}
label{display:block;font-size:14px;line-height:20px;font-weight:600;margin:16px 0 4px}
label span{font-weight:400;color:var(--muted)}
input,select,textarea{
width:100%;min-height:44px;padding:8px 12px;border-radius:4px;
border:1px solid var(--edge);background:var(--ground);color:var(--ink);font:inherit
}
input::placeholder{color:var(--muted)}
[type=checkbox]{width:18px;height:18px;min-height:0;margin:0 8px 0 0;vertical-align:-3px}
[type=checkbox]{accent-color:var(--ink)}
textarea{min-height:96px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px;align-items:end}
button,.button{
display:inline-flex;align-items:center;justify-content:center;min-height:44px;margin-top:16px;
padding:6px 20px;border:1px solid transparent;border-radius:4px;
background:var(--accent);color:var(--on-accent);
font:600 16px/24px Archivo,system-ui,sans-serif;cursor:pointer;text-decoration:none
}
.pair button{margin-top:0}
button:hover{filter:brightness(1.08)}
button.plain,.button.plain{background:var(--raised);color:var(--ink);font-size:14px}
button.plain:hover,.button.plain:hover{background:var(--high);filter:none}
button:disabled{opacity:.55;cursor:not-allowed}
button.wide{width:100%;min-height:52px}
.actions{display:flex;flex-wrap:wrap;gap:0 8px;align-items:end}
.actions>:is(label,input,select,h2){flex-basis:100%}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
code,pre{
font:14px/22px ui-monospace,Menlo,Consolas,monospace;
overflow-wrap:anywhere;white-space:pre-wrap;margin:0
}
summary{cursor:pointer;padding:6px 0}
.card details{margin-top:12px}
summary code{font-weight:600}
ul.list{list-style:none;margin:16px 0;padding:4px 16px}
ul.list li{border-top:1px solid var(--line);padding:12px 0}
ul.list li:first-child{border-top:0}
ul.list li>a{display:block;text-decoration:none}
ul.list li>a:hover strong{text-decoration:underline 2px var(--accent);text-underline-offset:4px}
.grid{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px}
.grid a{
display:grid;align-content:start;gap:4px;background:var(--surface);border-radius:8px;
padding:16px;text-decoration:none;color:var(--ink)
}
.grid strong{font-size:20px;line-height:26px}
.grid a:hover{background:var(--raised)}
iframe{width:100%;height:60vh;min-height:360px;border:0;border-radius:4px;background:#fff}
.qr{background:#fff;border-radius:4px;padding:8px;width:200px;margin:24px auto}
.qr svg{display:block;width:100%;height:auto}
@media (width<40rem){
.bar{padding-top:8px}
.bar nav{
order:1;flex-basis:100%;margin-inline:-20px;padding-inline:20px;
flex-wrap:nowrap;overflow-x:auto;scrollbar-width:none
}
.bar .language{margin-left:auto}
.grid{grid-template-columns:1fr 1fr}
}
`)
