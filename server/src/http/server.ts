import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'

import { authenticate, isAgedStaffToken } from '../domains/accounts/session/access-token.service.ts'
import { refreshCookie } from '../domains/accounts/session/refresh-cookie.ts'
import { isStaffRefresh } from '../domains/accounts/session/session.service.ts'
import { hasProven } from '../domains/accounts/step-up/step-up.service.ts'
import { mountUploads } from '../domains/catalogue/uploads/uploads.routes.ts'
import { mountChat } from '../domains/discord-shop/chat.webhook.ts'
import { mountWebhooks } from '../domains/payments/settlement/settlement.webhooks.ts'
import { gate } from '../domains/security/gate.service.ts'
import { verifyCaptcha } from '../domains/security/security.service.ts'
import { mountMailIn } from '../domains/tickets/mail-in.webhook.ts'
import { mountTicketFiles } from '../domains/tickets/tickets.files.ts'
import { mountTranscripts } from '../domains/tickets/tickets.page.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { bearerTokenOf, createMount, type Guards } from '../platform/http/mount.ts'
import { openApiDocument } from '../platform/http/openapi.ts'
import { serveReference } from '../public-pages/api-reference.ts'
import { serveLocaleFiles } from '../public-pages/locale-files.ts'
import { mountMailPreview } from '../public-pages/mail-preview.ts'
import { createPreviewHandlers } from '../public-pages/preview.ts'
import { proxySandbox } from '../public-pages/sandbox-proxy.ts'
import { serveWeb, builtWebRoot } from '../public-pages/serve-web.ts'
import { mountBackOffice } from './admin-routes.ts'
import { boundBodies, endSlowBodies, jsonLimit, readBodies } from './bodies.ts'
import {
  connectionOptions,
  yieldToRequests,
  defaultPatience,
  type Patience,
} from './connection-limits.ts'
import { refuseAddress, refuseConnection, setErrors } from './errors.ts'
import { stopGently, type Stopping } from './graceful-stop.ts'
import { setHeaders } from './headers.ts'
import { mountHealth } from './health.ts'
import { refuseWhileAway } from './refuse-while-away.ts'
import { returnForms } from './return-forms.ts'
import { mountShop } from './shop-routes.ts'
import { requestIdFrom, traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every call that the server answers, as `METHOD path`. */
    mounted: readonly string[]
    stopping: Stopping
  }
}

const guards: Guards = {
  authenticate,
  verifyCaptcha,
  hasProven,
  gate: (app, route, asking) =>
    gate(app, route, asking, {
      hasCookie: () => isStaffRefresh(app, refreshCookie(app, asking.request) ?? ''),
      hasAgedToken: () => isAgedStaffToken(app, bearerTokenOf(asking.request) ?? ''),
    }),
}

/** Creates the shop's HTTP server with all calls and the web app, without listening yet. */
export async function createHttp(
  app: App,
  limits: Patience = defaultPatience,
): Promise<FastifyInstance> {
  const http = Fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: requestIdFrom,
    trustProxy: (_address: string, hop: number) => hop < app.config.trustProxy,
    bodyLimit: jsonLimit,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    // Clients would read Fastify's own 503 while closing as maintenance of the shop.
    return503OnClosing: false,
    ...connectionOptions(limits),
    frameworkErrors: refuseAddress(app),
    clientErrorHandler: refuseConnection(app),
  })

  http.server.maxConnections = limits.connections
  const mountedCalls: string[] = []
  http.addHook('onRoute', ({ method, url }) => {
    for (const methodName of [method].flat()) mountedCalls.push(`${methodName} ${url}`)
  })
  http.decorate('mounted', mountedCalls)
  http.decorate('stopping', stopGently(http))
  traceRequests(http, app)
  setErrors(http, app)
  setHeaders(http, app)
  returnForms(http)
  readBodies(http)
  endSlowBodies(http, limits)
  boundBodies(http)
  yieldToRequests(http, app)
  refuseWhileAway(http, app)
  await http.register(cookie)
  const mount = createMount(http, { app, guards })
  mountShop(mount)
  mountBackOffice(mount)
  mountUploads(http, app)
  await mountWebhooks(http, app)
  await mountChat(http, app)
  await mountMailIn(http, app)
  mountTranscripts(http, app)
  mountTicketFiles(http, app)
  serveReference(http, app, () => openApiDocument({ api, adminApi }, app.config.publicUrl))
  mount(adminApi.preview, createPreviewHandlers(http, app, builtWebRoot))
  mountMailPreview(http, app)
  mountHealth(http, app)
  serveLocaleFiles(http)
  if (app.config.sandboxUrl) await proxySandbox(http, app, app.config.sandboxUrl)
  const answerPage = existsSync(builtWebRoot) ? await serveWeb(http, app) : null

  http.setNotFoundHandler(async (request, reply) => {
    const answer =
      answerPage && (request.method === 'GET' || request.method === 'HEAD')
        ? await answerPage(request, reply)
        : null

    if (!answer) throw fail('request.not_found')

    return answer
  })

  return http
}
