import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'

import type { Certificates } from '../core/certificates.ts'
import { isoInstant } from '../core/clock.ts'
import { makeProviderServer } from '../core/provider-server.ts'
import { changeCharge, requiredCharge, createCharge, createUnnamedCharge } from './charges.ts'
import { devolutionOf, receiptOf, requestDevolution } from './devolutions.ts'
import {
  invalidJson,
  invalidValue,
  EfiRefusal,
  failure,
  refusalReply,
  type ErrorStyle,
} from './errors.ts'
import { defendInfraction, MedRefusal } from './infractions.ts'
import { listCharges, listInfractions, listLocations, listReceipts, listWebhooks } from './lists.ts'
import { createLocation, locationOf, locationReply, unlinkLocation } from './locations.ts'
import type { Efi } from './model.ts'
import { checkToken, issueToken, OAuthRefusal } from './tokens.ts'
import { assertOwnKey, sendCallback, registerWebhook, type WebhookAgents } from './webhooks.ts'
import { chargeReply, devolutionReply, receiptReply } from './wire.ts'

type Params = Record<string, string>
type Query = Record<string, string | undefined>

/**
 * Efí's API over TLS. Every connection needs a client certificate of its authority, even for the
 * token call.
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
    const routePath = request.routeOptions.url ?? ''
    if (routePath !== '/oauth/token')
      checkToken(efi, request.headers.authorization, requiredScope(request.method, routePath))
  })

  app.post('/oauth/token', async (request) =>
    issueToken(
      efi,
      request.headers.authorization,
      bodyTextOf(request),
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

/**
 * Maps another base path to /v2, where the routes are. A PSP with another base path serves nothing
 * under /v2.
 */
function inOwnWords(url: string, apiPath: string): string {
  if (apiPath === '/v2' || url.startsWith('/oauth/')) return url
  return url.startsWith(`${apiPath}/`) ? `/v2${url.slice(apiPath.length)}` : `/none${url}`
}

/** The scope that a call requires by Efí's documentation. */
function requiredScope(method: string, routePath: string): string | undefined {
  const scopeAction = method === 'GET' ? 'read' : 'write'
  if (routePath.startsWith('/v2/gn/infracoes')) return `gn.infractions.${scopeAction}`
  if (routePath === '/v2/gn/webhook/reenviar') return 'webhook.write'

  const [, , thing] = routePath.split('/')
  if (thing === 'loc') return `payloadlocation.${scopeAction}`

  return thing && ['cob', 'pix', 'webhook'].includes(thing) ? `${thing}.${scopeAction}` : undefined
}

function addChargeCalls(app: FastifyInstance, efi: Efi): void {
  app.put('/v2/cob/:txid', async (request, reply) =>
    reply
      .code(201)
      .send(
        chargeReply(efi, createCharge(efi, pathParameter(request, 'txid'), bodyJsonOf(request))),
      ),
  )

  app.post('/v2/cob', async (request, reply) =>
    reply.code(201).send(chargeReply(efi, createUnnamedCharge(efi, bodyJsonOf(request)))),
  )
  app.patch('/v2/cob/:txid', async (request) =>
    chargeReply(efi, changeCharge(efi, pathParameter(request, 'txid'), bodyJsonOf(request))),
  )
  app.get('/v2/cob/:txid', async (request) =>
    chargeReply(efi, requiredCharge(efi, pathParameter(request, 'txid'))),
  )
  app.get('/v2/cob', async (request) => listCharges(efi, request.query as Query))
  app.post('/v2/loc', async (request, reply) =>
    reply.code(201).send(locationReply(createLocation(efi, bodyJsonOf(request)))),
  )
  app.get('/v2/loc', async (request) => listLocations(efi, request.query as Query))
  app.get('/v2/loc/:id', async (request) =>
    locationReply(locationOf(efi, pathParameter(request, 'id'))),
  )
  app.delete('/v2/loc/:id/txid', async (request) =>
    locationReply(unlinkLocation(efi, pathParameter(request, 'id'))),
  )

  app.get('/v2/loc/:id/qrcode', async (request) => {
    const { code } = chargeAtLocation(efi, pathParameter(request, 'id'))
    const pngImage = Buffer.from(renderSVG(code)).toString('base64')

    return {
      qrcode: code,
      imagemQrcode: `data:image/svg+xml;base64,${pngImage}`,
      linkVisualizacao: '',
    }
  })
}

function addReceiptCalls(app: FastifyInstance, efi: Efi): void {
  app.get('/v2/pix', async (request) => listReceipts(efi, request.query as Query))
  app.get('/v2/pix/:e2eId', async (request) =>
    receiptReply(efi, receiptOf(efi, pathParameter(request, 'e2eId'))),
  )

  app.put('/v2/pix/:e2eId/devolucao/:id', async (request, reply) =>
    reply
      .code(201)
      .send(
        devolutionReply(
          requestDevolution(
            efi,
            pathParameter(request, 'e2eId'),
            pathParameter(request, 'id'),
            bodyJsonOf(request),
          ),
        ),
      ),
  )

  app.get('/v2/pix/:e2eId/devolucao/:id', async (request) =>
    devolutionReply(
      devolutionOf(efi, pathParameter(request, 'e2eId'), pathParameter(request, 'id')),
    ),
  )
}

function addWebhookCalls(app: FastifyInstance, efi: Efi, agents: WebhookAgents): void {
  app.put('/v2/webhook/:chave', async (request, reply) => {
    const webhook = await registerWebhook(efi, agents, {
      key: pathParameter(request, 'chave'),
      url: bodyJsonOf(request)['webhookUrl'],
      skipMtls: request.headers['x-skip-mtls-checking'] === 'true',
    })
    return reply.code(201).send({ webhookUrl: webhook.url })
  })

  app.get('/v2/webhook', async (request) => listWebhooks(efi, request.query as Query))

  app.get('/v2/webhook/:chave', async (request) => {
    assertOwnKey(efi, pathParameter(request, 'chave'))
    const webhook = webhookOf(efi, pathParameter(request, 'chave'))

    return { webhookUrl: webhook.url, chave: webhook.id, criacao: isoInstant(webhook.createdAt) }
  })

  app.delete('/v2/webhook/:chave', async (request, reply) => {
    efi.webhooks.remove(webhookOf(efi, pathParameter(request, 'chave')).id)
    return reply.code(204).send()
  })

  app.post('/v2/gn/webhook/reenviar', async (request, reply) => {
    const { tipo, e2eids } = bodyJsonOf(request)
    if (tipo !== 'PIX_RECEBIDO' && tipo !== 'DEVOLUCAO_ENVIADA')
      throw invalidValue('Campo tipo é inválido', 'tipo')
    if (!Array.isArray(e2eids) || e2eids.length === 0 || e2eids.length > 1000)
      throw invalidValue('Campo e2eids deve ter de 1 a 1000 itens', 'e2eids')

    for (const id of e2eids) sendCallback(efi, [receiptOf(efi, String(id))])

    return reply.code(202).send({ mensagem: 'Reenvio solicitado' })
  })
}

function addInfractionCalls(app: FastifyInstance, efi: Efi): void {
  app.get('/v2/gn/infracoes', async (request) => listInfractions(efi, request.query as Query))
  app.post('/v2/gn/infracoes/:id/defesa', async (request, reply) => {
    defendInfraction(efi, pathParameter(request, 'id'), bodyJsonOf(request))
    return reply.code(201).send()
  })
}

const pathParameter = (request: FastifyRequest, name: string): string =>
  (request.params as Params)[name] ?? ''

const bodyTextOf = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : ''

function bodyJsonOf(request: FastifyRequest): Record<string, unknown> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) throw invalidJson()

  let jsonBody: unknown

  try {
    jsonBody = JSON.parse(bodyTextOf(request))
  } catch {
    throw invalidJson()
  }

  if (typeof jsonBody !== 'object' || jsonBody === null || Array.isArray(jsonBody))
    throw invalidJson()

  return jsonBody as Record<string, unknown>
}

function chargeAtLocation(efi: Efi, locationId: string): ReturnType<typeof requiredCharge> {
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
