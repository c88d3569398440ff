import { existsSync } from 'node:fs'
import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import { errors, type ErrorCode } from '@chaveiro/contracts/errors'
import cookie from '@fastify/cookie'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { Registry, collectDefaultMetrics, Gauge } from 'prom-client'
import { refreshCookie } from './domains/accounts/accounts.cookie.ts'
import { accountsRoutes } from './domains/accounts/accounts.routes.ts'
import {
  authenticate,
  isAgedStaffToken,
  isStaffRefresh,
} from './domains/accounts/accounts.session.ts'
import { chatAccountRoutes } from './domains/accounts/chat-account.routes.ts'
import { cartRoutes } from './domains/cart/cart.routes.ts'
import { catalogueRoutes } from './domains/catalogue/catalogue.routes.ts'
import { mountUploads } from './domains/catalogue/catalogue.uploads.ts'
import { mountChat } from './domains/chat/chat.webhook.ts'
import { notificationsRoutes } from './domains/notifications/notifications.routes.ts'
import { ordersRoutes } from './domains/orders/orders.routes.ts'
import { paymentsRoutes } from './domains/payments/payments.routes.ts'
import { mountWebhooks } from './domains/payments/payments.webhooks.ts'
import { gate } from './domains/security/gate.service.ts'
import { captchaRoutes } from './domains/security/security.routes.ts'
import { verifyCaptcha } from './domains/security/security.service.ts'
import { settingsRoutes } from './domains/settings/settings.routes.ts'
import { statusRoutes } from './domains/status/status.routes.ts'
import { restockRoutes } from './domains/stock/stock.routes.ts'
import { mountTicketFiles } from './domains/tickets/tickets.files.ts'
import { mountTranscripts } from './domains/tickets/tickets.page.ts'
import { transcriptStyle } from './domains/tickets/tickets.transcript.ts'
import { mountBackOffice } from './http-admin.ts'
import type { App } from './platform/app.ts'
import { errorText, fail, Failure } from './platform/fail.ts'
import { bearerOf, callerOf, mount, type Guards } from './platform/mount.ts'
import { openApiDocument } from './platform/openapi.ts'
import { requestName } from './platform/request-name.ts'
import { serveLocaleFiles } from './web/locale-files.ts'
import { mountMailPreview } from './web/mail-preview.ts'
import { serveReference } from './web/reference.ts'
import { proxySandbox } from './web/sandbox-proxy.ts'
import { serveWeb, webRoot } from './web/serve-web.ts'

/** The shop's HTTP server: every domain mounted by one line, the web app beside it. */
export async function createHttp(app: App): Promise<FastifyInstance> {
  const http = Fastify({
    logger: false,
    trustProxy: (_address: string, hop: number) => hop < app.config.trustProxy,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
  })
  setErrors(http, app)
  const pageHeaders = headersOfPages(app)
  http.addHook('onSend', async (request, reply) => {
    reply.headers(
      request.url.startsWith('/api/')
        ? apiHeaders
        : ownPolicy.test(request.url)
          ? always
          : pageHeaders,
    )
  })
  await http.register(cookie)
  const guards: Guards = {
    authenticate,
    verifyCaptcha,
    gate: (of, route, caller, who, request) =>
      gate(of, route, caller, who, request, {
        hasCookie: () => isStaffRefresh(of, refreshCookie(of, request) ?? ''),
        hasAgedToken: () => isAgedStaffToken(of, bearerOf(request) ?? ''),
      }),
  }
  mount(http, app, guards, api.accounts, accountsRoutes)
  mount(http, app, guards, api.captcha, captchaRoutes)
  mount(http, app, guards, api.cart, cartRoutes)
  mount(http, app, guards, api.chatAccount, chatAccountRoutes)
  mount(http, app, guards, api.catalogue, catalogueRoutes)
  mount(http, app, guards, api.notifications, notificationsRoutes)
  mount(http, app, guards, api.orders, ordersRoutes)
  mount(http, app, guards, api.payments, paymentsRoutes)
  mount(http, app, guards, api.restock, restockRoutes)
  mount(http, app, guards, api.settings, settingsRoutes)
  mount(http, app, guards, api.status, statusRoutes)
  mountBackOffice(http, app, guards)
  mountUploads(http, app)
  await mountWebhooks(http, app)
  await mountChat(http, app)
  mountTranscripts(http, app)
  mountTicketFiles(http, app)
  const document = openApiDocument([api, adminApi], app.config.publicUrl)
  http.get('/api/openapi.json', async () => document)
  await serveReference(http)
  mountMailPreview(http, app)
  mountHealth(http, app)
  serveLocaleFiles(http)
  if (app.config.sandboxUrl) await proxySandbox(http, app.config.sandboxUrl)
  const page = existsSync(webRoot) ? await serveWeb(http, app) : null
  http.setNotFoundHandler(async (request, reply) => {
    const answer =
      page && (request.method === 'GET' || request.method === 'HEAD')
        ? await page(request, reply)
        : null
    if (!answer) throw fail('request.not_found')
    return answer
  })
  return http
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}
const apiHeaders = { ...always, 'cache-control': 'no-store' }
/** Pages that bring their own: the API reference, the sandbox's pages and transcripts. */
const ownPolicy = /^\/(docs|sandbox|transcripts)(\/|\?|$)/

/** Headers of the shop's pages: nothing runs that did not come from here, but for a captcha service that is configured. */
function headersOfPages(app: App): Record<string, string> {
  const captcha = {
    altcha: '',
    recaptcha: ' https://www.google.com https://www.gstatic.com',
    turnstile: ' https://challenges.cloudflare.com',
  }[app.providers.captcha.name]
  const policy = [
    `default-src 'self'`,
    `script-src 'self'${captcha}`,
    `frame-src 'self'${captcha}`,
    `style-src 'self' ${transcriptStyle}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: https:`,
    `worker-src 'self'`,
    `connect-src 'self'${captcha}`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
  return {
    ...always,
    'content-security-policy': policy.join('; '),
    ...(app.config.secureCookies
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

function setErrors(http: FastifyInstance, app: App): void {
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = error instanceof Failure ? error : fail(codeOf(error))
    const { status } = errors[failure.code]
    if (status >= 500 && !(error instanceof Failure))
      app.log.error({ err: error, ...requestName(request) }, 'unforeseen')
    else app.log.debug({ code: failure.code, ...requestName(request) }, 'refused')
    const text = errorText(failure.code, failure.details, callerOf(request).language)
    // Every 429 says when to come back (A8), whoever refused.
    if (status === 429) reply.header('retry-after', String(failure.retryAfter ?? 60))
    return reply
      .code(status)
      .send({ success: false, error: text, message: text, code: failure.code, ...failure.extra })
  })
}

function codeOf(error: FastifyError): ErrorCode {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'request.media_type'
  if (error.statusCode === 413) return 'request.too_large'
  return error.statusCode && error.statusCode < 500 ? 'request.malformed' : 'internal'
}

/** Health for machines: the process, what it needs, and its figures (decisions Q107). */
function mountHealth(http: FastifyInstance, app: App): void {
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    const health = await app.health.check()
    return reply.code(health.ok ? 200 : 500).send(health)
  })
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, query: ReturnType<typeof sql>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const { rows } = await app.db.execute<{ n: number }>(query)
        this.set(rows[0]?.n ?? 0)
      },
    })
  gauge(
    'chaveiro_payments_pending',
    'Payments that can still be paid',
    sql`select count(*)::int as n from payments where status = 'pending'`,
  )
  gauge(
    'chaveiro_payments_attention',
    'Payments staff should look at',
    sql`select count(*)::int as n from payments where on_desk`,
  )
  gauge(
    'chaveiro_units_waiting',
    'Paid units without a key',
    sql`select count(*)::int as n from order_units where status = 'pending'`,
  )
  gauge(
    'chaveiro_jobs',
    'Jobs in the queue',
    sql`select count(*)::int as n from graphile_worker.jobs`,
  )
  http.get('/metrics', async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    const bearer = request.headers.authorization?.replace(/^Bearer /, '')
    const allowed =
      local ||
      (app.config.metricsToken && bearer === app.config.metricsToken) ||
      (bearer && (await authenticate(app, bearer).catch(() => null))?.role !== 'client')
    if (!allowed) throw fail('auth.required')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
