import { languages, type Language } from '@chaveiro/contracts/limits'
import type { FastifyInstance } from 'fastify'

import { drawMail } from '../domains/mails/mails.service.ts'
import { writeLetter } from '../domains/mails/mails.words.ts'
import { templates, type TemplateName } from '../domains/mails/templates/index.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'

// Previews of all mails with realistic values, in demo mode only.

const templateNames = Object.keys(templates) as TemplateName[]
const sampleReceiver = { name: 'Ana Souza', email: 'ana@exemplo.test' }

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const styleSheet = `
:root{color-scheme:light dark}
body{
margin:0 auto;max-width:1080px;padding:24px 16px;font:16px/1.5 Archivo,system-ui,sans-serif;
background:light-dark(#f7f5ec,#11120e);color:light-dark(#16160f,#f5f2e4)
}
h1{font-size:28px;line-height:30px;margin:0 0 4px}
h2{font-size:20px;margin:32px 0 8px}
a{color:inherit;text-decoration:2px solid underline #ffd21f;text-underline-offset:4px}
p{margin:0 0 12px}
ul{display:flex;flex-wrap:wrap;gap:4px 20px;padding:0;margin:0 0 16px;list-style:none}
li a{display:inline-block;padding:6px 0}
.pair{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr))}
iframe,pre{border:1px solid light-dark(#e2e2e0,#31322a);border-radius:4px}
iframe{width:100%;height:640px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;font-size:13px;margin:0}
`

/** Mounts the previews at /docs/mails; does nothing in production. */
export function mountMailPreview(http: FastifyInstance, app: App): void {
  if (app.config.production) return

  http.get('/docs/mails', async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': contentPolicy })
      .type('text/html; charset=utf-8')
      .send(pageHtml('E-mails da loja', 'The shop’s mails', await listHtml(app))),
  )

  http.get<{ Params: { name: string; language: string } }>(
    '/docs/mails/:name/:language',
    async ({ params }, reply) => {
      const name = templateNames.find((name) => name === params.name)
      const language = languages.find((language) => language === params.language)
      if (!name || !language) throw fail('request.not_found')

      return reply
        .headers({ 'content-security-policy': contentPolicy })
        .type('text/html; charset=utf-8')
        .send(pageHtml(name, language, await previewHtml(app, name, language)))
    },
  )
}

const drawSample = async (app: App, name: TemplateName, language: Language) =>
  drawMail(app, await siteSettings(app), name, {
    to: { ...sampleReceiver, language },
    values: templates[name].sample,
  })

/** Lists all mails by subject without rendering them, which would take seconds. */
async function listHtml(app: App): Promise<string> {
  const { publicUrl, timeZone } = app.config
  const shopFacts = { publicUrl, timeZone, site: await siteSettings(app) }

  const mailRows = templateNames.flatMap((name) =>
    languages.map((language) => {
      const to = { ...sampleReceiver, language }
      const { letter } = writeLetter({ shop: shopFacts, name, to, values: templates[name].sample })

      return { name, language, subject: letter.subject }
    }),
  )

  return languages
    .map(
      (language) =>
        `<h2>${language}</h2><ul style="flex-direction:column">${mailRows
          .filter((mailRow) => mailRow.language === language)
          .map(
            (mailRow) =>
              `<li><a href="/docs/mails/${mailRow.name}/${language}" lang="${language}">` +
              `${escapeHtml(mailRow.subject)}</a> <small>${mailRow.name}</small></li>`,
          )
          .join('')}</ul>`,
    )
    .join('')
}

async function previewHtml(app: App, name: TemplateName, language: Language): Promise<string> {
  const drawnMail = await drawSample(app, name, language)

  const otherLanguages = languages
    .filter((other) => other !== language)
    .map((language) => `<li><a href="/docs/mails/${name}/${language}">${language}</a></li>`)
    .join('')

  const kilobytes = (Buffer.byteLength(drawnMail.html) / 1024).toFixed(1)
  const escapedMail = escapeHtml(drawnMail.html)

  return `<ul><li><a href="/docs/mails">← E-mails / Mails</a></li>${otherLanguages}</ul>
<p lang="${language}"><strong>${escapeHtml(drawnMail.subject)}</strong></p>
<div class="pair">
<section>
<h2>HTML (${kilobytes} kB)</h2>
<iframe sandbox title="HTML" srcdoc="${escapedMail}"></iframe>
</section>
<section>
<h2>320 px</h2>
<iframe sandbox title="HTML, 320 px" style="width:322px" srcdoc="${escapedMail}"></iframe>
</section>
</div>
<h2>Texto / Text</h2>
<pre lang="${language}">${escapeHtml(drawnMail.text)}</pre>`
}

const pageHtml = (title: string, subtitle: string, body: string): string =>
  '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" ' +
  `content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>` +
  `${styleSheet}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p>` +
  `${body}</main></body></html>`
