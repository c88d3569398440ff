import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'

import type { Certificates } from '../core/certificates.ts'
import { isoTime } from '../core/clock.ts'
import { makeProviderServer } from '../core/provider-server.ts'
import { changeCharge, chargeOf, createCharge, createUnnamedCharge } from './charges.ts'
import { devolutionOf, receiptOf, requestDevolution } from './devolutions.ts'
import { badJson, badValue, EfiRefusal, failure, refusalReply, type ErrorStyle } from './errors.ts'
import { defendInfraction, MedRefusal } from './infractions.ts'
import { listCharges, listInfractions, listLocations, listReceipts, listWebhooks } from './lists.ts'
import { createLocation, locationOf, locationReply, unlinkLocation } from './locations.ts'
import type { Efi } from './model.ts'
import { checkToken, issueToken, OAuthRefusal } from './tokens.ts'
import { assertOwnKey, notify, registerWebhook, type WebhookAgents } from './webhooks.ts'
import { chargeReply, devolutionReply, receiptReply } from './wire.ts'

type Params = Record<string, string>
type Query = Record<string, string | undefined>

/**
 * Efí's API over TLS. Every connection, the token call's too, needs a client certificate of its
 * authority.
 */
export function makeEfiServer(
  efi: Efi,
  certificates: Certificates,
  agents: WebhookAgents,
): FastifyInstance {
  const app = makeProviderServer(efi.core, {
    provider: 'efi',
    failure,
    tls: {
      cert: certificates.serverCert,
      key: certificates.serverKey,
      ca: certificates.ca,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    },
    refusal: (error) => refusalOf(error, efi.settings.get().errorStyle),
    rewriteUrl: (url) => inOwnWords(url, efi.settings.get().apiPath),
  })

  app.addHook('preHandler', async (request) => {
    const route = request.routeOptions.url ?? ''
    if (route !== '/oauth/token')
      checkToken(efi, request.headers.authorization, scopeOf(request.method, route))
  })

  app.post('/oauth/token', async (request) =>
    issueToken(
      efi,
      request.headers.authorization,
      textOf(request),
      request.headers['content-type'] ?? '',
    ),
  )

  addChargeCalls(app, efi)
  addReceiptCalls(app, efi)
  addWebhookCalls(app, efi, agents)
  addInfractionCalls(app, efi)

  return app
}

function refusalOf(
  error: unknown,
  style: ErrorStyle,
): { status: number; body: unknown; contentType?: string } | undefined {
  if (error instanceof OAuthRefusal) return { status: error.status, body: error.body() }
  if (error instanceof MedRefusal)
    return { status: error.status, body: error.body(), contentType: 'application/problem+json' }

  return error instanceof EfiRefusal ? refusalReply(error, style) : undefined
}

/** The routes are under /v2. A PSP with another base path serves nothing there. */
function inOwnWords(url: string, apiPath: string): string {
  if (apiPath === '/v2' || url.startsWith('/oauth/')) return url
  return url.startsWith(`${apiPath}/`) ? `/v2${url.slice(apiPath.length)}` : `/none${url}`
}

/** The scope that a call requires, as Efí documents it call by call. */
function scopeOf(method: string, route: string): string | undefined {
  const act = method === 'GET' ? 'read' : 'write'
  if (route.startsWith('/v2/gn/infracoes')) return `gn.infractions.${act}`
  if (route === '/v2/gn/webhook/reenviar') return 'webhook.write'

  const [, , thing] = route.split('/')
  if (thing === 'loc') return `payloadlocation.${act}`

  return thing && ['cob', 'pix', 'webhook'].includes(thing) ? `${thing}.${act}` : undefined
}

function addChargeCalls(app: FastifyInstance, efi: Efi): void {
  app.put('/v2/cob/:txid', async (request, reply) =>
    reply
      .code(201)
      .send(chargeReply(efi, createCharge(efi, param(request, 'txid'), jsonOf(request)))),
  )

  app.post('/v2/cob', async (request, reply) =>
    reply.code(201).send(chargeReply(efi, createUnnamedCharge(efi, jsonOf(request)))),
  )
  app.patch('/v2/cob/:txid', async (request) =>
    chargeReply(efi, changeCharge(efi, param(request, 'txid'), jsonOf(request))),
  )
  app.get('/v2/cob/:txid', async (request) =>
    chargeReply(efi, chargeOf(efi, param(request, 'txid'))),
  )
  app.get('/v2/cob', async (request) => listCharges(efi, request.query as Query))
  app.post('/v2/loc', async (request, reply) =>
    reply.code(201).send(locationReply(createLocation(efi, jsonOf(request)))),
  )
  app.get('/v2/loc', async (request) => listLocations(efi, request.query as Query))
  app.get('/v2/loc/:id', async (request) => locationReply(locationOf(efi, param(request, 'id'))))
  app.delete('/v2/loc/:id/txid', async (request) =>
    locationReply(unlinkLocation(efi, param(request, 'id'))),
  )

  app.get('/v2/loc/:id/qrcode', async (request) => {
    const { code } = chargeAt(efi, param(request, 'id'))
    const image = Buffer.from(renderSVG(code)).toString('base64')

    return {
      qrcode: code,
      imagemQrcode: `data:image/svg+xml;base64,${image}`,
      linkVisualizacao: '',
    }
  })
}

function addReceiptCalls(app: FastifyInstance, efi: Efi): void {
  app.get('/v2/pix', async (request) => listReceipts(efi, request.query as Query))
  app.get('/v2/pix/:e2eId', async (request) =>
    receiptReply(efi, receiptOf(efi, param(request, 'e2eId'))),
  )

  app.put('/v2/pix/:e2eId/devolucao/:id', async (request, reply) =>
    reply
      .code(201)
      .send(
        devolutionReply(
          requestDevolution(efi, param(request, 'e2eId'), param(request, 'id'), jsonOf(request)),
        ),
      ),
  )

  app.get('/v2/pix/:e2eId/devolucao/:id', async (request) =>
    devolutionReply(devolutionOf(efi, param(request, 'e2eId'), param(request, 'id'))),
  )
}

function addWebhookCalls(app: FastifyInstance, efi: Efi, agents: WebhookAgents): void {
  app.put('/v2/webhook/:chave', async (request, reply) => {
    const webhook = await registerWebhook(efi, agents, {
      key: param(request, 'chave'),
      url: jsonOf(request)['webhookUrl'],
      skipMtls: request.headers['x-skip-mtls-checking'] === 'true',
    })
    return reply.code(201).send({ webhookUrl: webhook.url })
  })

  app.get('/v2/webhook', async (request) => listWebhooks(efi, request.query as Query))

  app.get('/v2/webhook/:chave', async (request) => {
    assertOwnKey(efi, param(request, 'chave'))
    const webhook = webhookOf(efi, param(request, 'chave'))

    return { webhookUrl: webhook.url, chave: webhook.id, criacao: isoTime(webhook.createdAt) }
  })

  app.delete('/v2/webhook/:chave', async (request, reply) => {
    efi.webhooks.remove(webhookOf(efi, param(request, 'chave')).id)
    return reply.code(204).send()
  })

  app.post('/v2/gn/webhook/reenviar', async (request, reply) => {
    const { tipo, e2eids } = jsonOf(request)
    if (tipo !== 'PIX_RECEBIDO' && tipo !== 'DEVOLUCAO_ENVIADA')
      throw badValue('Campo tipo é inválido', 'tipo')
    if (!Array.isArray(e2eids) || e2eids.length === 0 || e2eids.length > 1000)
      throw badValue('Campo e2eids deve ter de 1 a 1000 itens', 'e2eids')

    for (const id of e2eids) notify(efi, [receiptOf(efi, String(id))])

    return reply.code(202).send({ mensagem: 'Reenvio solicitado' })
  })
}

function addInfractionCalls(app: FastifyInstance, efi: Efi): void {
  app.get('/v2/gn/infracoes', async (request) => listInfractions(efi, request.query as Query))
  app.post('/v2/gn/infracoes/:id/defesa', async (request, reply) => {
    defendInfraction(efi, param(request, 'id'), jsonOf(request))
    return reply.code(201).send()
  })
}

const param = (request: FastifyRequest, name: string): string =>
  (request.params as Params)[name] ?? ''

const textOf = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : ''

function jsonOf(request: FastifyRequest): Record<string, unknown> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) throw badJson()

  let body: unknown

  try {
    body = JSON.parse(textOf(request))
  } catch {
    throw badJson()
  }

  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badJson()

  return body as Record<string, unknown>
}

function chargeAt(efi: Efi, locationId: string): ReturnType<typeof chargeOf> {
  const charge = efi.charges.find((one) => String(one.locationId) === locationId)

  if (!charge)
    throw new EfiRefusal(400, {
      nome: 'location_nao_encontrada',
      mensagem: 'Nenhuma location encontrada para o id informado',
      bacen: 'PayloadLocationNaoEncontrado',
    })

  return charge
}

function webhookOf(efi: Efi, key: string): NonNullable<ReturnType<Efi['webhooks']['get']>> {
  const webhook = efi.webhooks.get(key)

  if (!webhook)
    throw new EfiRefusal(400, {
      nome: 'webhook_nao_encontrado',
      mensagem: 'Nenhum webhook encontrado para a chave informada',
      bacen: 'WebhookNaoEncontrado',
    })

  return webhook
}
