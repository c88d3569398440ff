import { languages, type Language } from '@chaveiro/contracts/limits'
import type { FastifyInstance } from 'fastify'

import { drawMail } from '../domains/mails/mails.service.ts'
import { writeLetter } from '../domains/mails/mails.words.ts'
import { templates, type TemplateName } from '../domains/mails/templates/index.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'

// Every mail as its reader gets it, filled with what really happens. Demo mode only: a running shop
// shows no such page.

const names = Object.keys(templates) as TemplateName[]
const receiver = { name: 'Ana Souza', email: 'ana@exemplo.test' }

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const style = `
:root{color-scheme:light dark}
body{
margin:0 auto;max-width:1080px;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;
background:light-dark(#f4f6fa,#080b12);color:light-dark(#0d1420,#e9eef7)
}
h1{font-size:24px;margin:0 0 4px}
h2{font-size:18px;margin:32px 0 8px}
a{color:light-dark(#00734f,#2ee6a8)}
p{margin:0 0 12px}
ul{display:flex;flex-wrap:wrap;gap:4px 20px;padding:0;margin:0 0 16px;list-style:none}
li a{display:inline-block;padding:6px 0}
.pair{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr))}
iframe,pre{border:1px solid light-dark(#dfe4ed,#232c3d);border-radius:10px}
iframe{width:100%;height:640px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;font-size:13px;margin:0}
`

/** Mount the preview of all mails at /docs/mails. */
export function mountMailPreview(http: FastifyInstance, app: App): void {
  if (app.config.production) return

  http.get('/docs/mails', async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page('E-mails da loja', 'The shop’s mails', await listPage(app))),
  )

  http.get<{ Params: { name: string; language: string } }>(
    '/docs/mails/:name/:language',
    async ({ params }, reply) => {
      const name = names.find((name) => name === params.name)
      const language = languages.find((language) => language === params.language)
      if (!name || !language) throw fail('request.not_found')

      return reply
        .headers({ 'content-security-policy': policy })
        .type('text/html; charset=utf-8')
        .send(page(name, language, await previewPage(app, name, language)))
    },
  )
}

const written = async (app: App, name: TemplateName, language: Language) =>
  drawMail(app, await siteSettings(app), name, {
    to: { ...receiver, language },
    values: templates[name].sample,
  })

/** All mails by their subjects: none is drawn, which would take seconds. */
async function listPage(app: App): Promise<string> {
  const { publicUrl, timeZone } = app.config
  const shop = { publicUrl, timeZone, site: await siteSettings(app) }

  const rows = names.flatMap((name) =>
    languages.map((language) => {
      const to = { ...receiver, language }
      const { letter } = writeLetter({ shop, name, to, values: templates[name].sample })

      return { name, language, subject: letter.subject }
    }),
  )

  return languages
    .map(
      (language) =>
        `<h2>${language}</h2><ul style="flex-direction:column">${rows
          .filter((row) => row.language === language)
          .map(
            (row) =>
              `<li><a href="/docs/mails/${row.name}/${language}" lang="${language}">` +
              `${escape(row.subject)}</a> <small>${row.name}</small></li>`,
          )
          .join('')}</ul>`,
    )
    .join('')
}

async function previewPage(app: App, name: TemplateName, language: Language): Promise<string> {
  const mail = await written(app, name, language)

  const others = languages
    .filter((one) => one !== language)
    .map((language) => `<li><a href="/docs/mails/${name}/${language}">${language}</a></li>`)
    .join('')

  const size = (Buffer.byteLength(mail.html) / 1024).toFixed(1)
  const inside = escape(mail.html)

  return `<ul><li><a href="/docs/mails">← E-mails / Mails</a></li>${others}</ul>
<p lang="${language}"><strong>${escape(mail.subject)}</strong></p>
<div class="pair">
<section>
<h2>HTML (${size} kB)</h2>
<iframe sandbox title="HTML" srcdoc="${inside}"></iframe>
</section>
<section>
<h2>320 px</h2>
<iframe sandbox title="HTML, 320 px" style="width:322px" srcdoc="${inside}"></iframe>
</section>
</div>
<h2>Texto / Text</h2>
<pre lang="${language}">${escape(mail.text)}</pre>`
}

const page = (title: string, under: string, body: string): string =>
  '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" ' +
  `content="width=device-width,initial-scale=1"><title>${escape(title)}</title><style>` +
  `${style}</style></head><body><main><h1>${escape(title)}</h1><p>${escape(under)}</p>` +
  `${body}</main></body></html>`
