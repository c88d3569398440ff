import type { FastifyInstance, FastifyReply } from 'fastify'

import { bodyFieldsOf, optionalText, requiredText } from '../control/input.ts'
import type { World } from '../control/world.ts'
import { activateKey, logInUser } from '../keyauth/loader.ts'
import type { KeyAuth, Licence, Trace } from '../keyauth/model.ts'
import { html, type Html } from './html.ts'
import { say, type Texts } from './language.ts'
import { counted, page, when } from './layout.ts'
import { heading, label, nothing } from './parts.ts'

const STATUS_WORDS: Record<Licence['status'], Texts> = {
  'Not Used': ['não usada', 'not used'],
  Used: ['em uso', 'in use'],
  Banned: ['revogada', 'revoked'],
}
const STATUS_CLASSES = { 'Not Used': 'soft', Used: 'good', Banned: 'bad' }

const TRAIL_WORDS: Record<string, Texts> = {
  add: ['criada', 'created'],
  activate: ['ativada', 'activated'],
  ban: ['revogada', 'revoked'],
  unban: ['restaurada', 'restored'],
  del: ['apagada', 'deleted'],
}

/**
 * The licence service: all keys that the store created or revoked, and a loader in which a buyer
 * enters a key.
 */
export function addKeyAuthPages(app: FastifyInstance, { keyauth }: World): void {
  app.get('/sandbox/keyauth', async (_request, reply) => sendPage(reply, licencesPage(keyauth)))

  app.post('/sandbox/keyauth/activate', async (request, reply) => {
    const bodyFields = bodyFieldsOf(request)
    const user = optionalText(bodyFields, 'user')
    activateKey(keyauth, requiredText(bodyFields, 'key').trim(), user === undefined ? {} : { user })

    return reply.redirect('/sandbox/keyauth', 303)
  })

  app.post('/sandbox/keyauth/login', async (request, reply) => {
    const session = logInUser(keyauth, requiredText(bodyFieldsOf(request), 'user').trim())
    return sendPage(reply, sessionPage(session))
  })
}

function sessionPage({ user, endsAt }: { user: string; endsAt: string }): string {
  return page(
    { title: 'Carregador', english: 'Loader' },
    html`<p class="card">
<code>${user}</code> ${say('entrou. Acesso até', 'logged in. Access until')} ${when(Date.parse(endsAt))}.
</p>
<p><a class="button plain" href="/sandbox/keyauth">${say('Voltar', 'Back')}</a></p>`,
  )
}

function licencesPage(keyauth: KeyAuth): string {
  const licences = keyauth.licences.newestFirst().slice(0, 100)
  const trailRows = keyauth.trail.newestFirst().slice(0, 30)

  return page(
    { title: 'Licenças KeyAuth', english: 'KeyAuth licences' },
    html`
<form class="card" method="post" action="/sandbox/keyauth/activate">
${heading('Carregador', 'Loader: activate a key')}
<div class="pair">
<div>
${label('key', 'Chave', 'Key')}
<input id="key" name="key" required autocomplete="off">
</div>
<div>
${label('user', 'Usuário', 'User')}
<input id="user" name="user" placeholder="${say('a própria chave', 'the key itself')}" autocomplete="off">
</div>
</div>
<button>${say('Ativar', 'Activate')}</button>
</form>
<form class="card" method="post" action="/sandbox/keyauth/login">
${label('login', 'Usuário ou chave', 'User or key')}
<input id="login" name="user" required autocomplete="off">
<button class="plain">${say('Entrar', 'Log in')}</button>
</form>
${
  licences.length === 0
    ? nothing('Nenhuma licença.', 'No licences.')
    : html`<ul class="list card">${licences.map(licenceRow)}</ul>`
}
${
  trailRows.length === 0
    ? ''
    : html`${heading('O que aconteceu', 'What happened')}
<ul class="list card">${trailRows.map(trailRow)}</ul>`
}`,
  )
}

function licenceRow(licence: Licence): Html {
  const { status } = licence

  const licenceFacts = [
    `${say('nível', 'level')} ${licence.level}`,
    counted(licence.durationSeconds / 86_400, say('dia', 'day'), say('dias', 'days')),
    when(licence.createdAt * 1000),
    licence.note,
    licence.usedBy,
    licence.bannedFor,
  ]

  return html`<li>
<span class="row">
<code>${licence.key}</code>
<span class="${STATUS_CLASSES[status]}">${say(...STATUS_WORDS[status])}</span>
</span>
<span class="soft small">${licenceFacts.filter(Boolean).join(' · ')}</span>
</li>`
}

const trailRow = ({ key, what, at, detail }: Trace): Html => html`<li>
<span class="row">
<code>${key}</code>
<span>${say(...(TRAIL_WORDS[what] ?? [what, what]))}</span>
</span>
<span class="soft small">${when(at)}${detail ? ` · ${detail}` : ''}</span>
</li>`

const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
