import type { FastifyInstance } from 'fastify'

import { transcriptStyle } from '../domains/tickets/tickets.transcript.ts'
import type { App } from '../platform/app.ts'
import { embeddableCalls } from '../platform/http/serving.ts'

/** Powers of the browser that no page of the shop needs, for itself or for what it embeds. */
const permissions = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ')

const noFrames = `frame-ancestors 'none'`

/**
 * Pages and files that bring a policy of their own: the API reference, the sandbox's pages,
 * transcripts with their files.
 */
const ownPolicy = /^\/(docs|sandbox|transcripts)(\/|\?|$)/

/**
 * Pictures that mails, chats and pages without an origin of their own show: they may be embedded
 * anywhere.
 */
const embeddable = /^\/(cards|icons|uploads|transcripts\/files)\/|^\/favicon\./

const isEmbeddable = (url: string): boolean =>
  url.startsWith('/api/')
    ? embeddableCalls.some((beginning) => url.startsWith(beginning))
    : embeddable.test(url)

/**
 * The headers of an answer by the address that was asked, the same for every kind of answer
 * (decision Q119).
 */
export function headersFor(app: App): (url: string) => Record<string, string> {
  let { captcha } = app.providers
  let headersOf = headersWith(app)

  return (url) => {
    // Staff may choose another captcha while the shop runs, whose pages load other scripts.
    if (captcha !== app.providers.captcha) {
      captcha = app.providers.captcha
      headersOf = headersWith(app)
    }
    return headersOf(url)
  }
}

function headersWith(app: App): (url: string) => Record<string, string> {
  const always = baseHeaders(app)

  const kinds: Record<'api' | 'own' | 'page', Record<string, string>> = {
    api: { ...always, 'content-security-policy': noFrames, 'cache-control': 'no-store' },
    own: always,
    page: { ...always, 'content-security-policy': pagePolicy(app) },
  }

  const anywhere = { 'cross-origin-resource-policy': 'cross-origin' }

  const embedded = {
    api: { ...kinds.api, ...anywhere },
    own: { ...kinds.own, ...anywhere },
    page: { ...kinds.page, ...anywhere },
  }

  return (url) => {
    const of = isEmbeddable(url) ? embedded : kinds
    if (url.startsWith('/api/')) return of.api

    return ownPolicy.test(url) ? of.own : of.page
  }
}

/** What stands on every answer, also on those that no call and no page made. */
export function baseHeaders(app: App): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'permissions-policy': permissions,
    'cross-origin-resource-policy': 'same-origin',
    ...(app.config.secureCookies
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

const mayDiffer = new Set(['content-security-policy', 'cache-control'])

/** Set the headers on every answer that a route, an error or a missing address gives. */
export function setHeaders(http: FastifyInstance, app: App): void {
  const headersOf = headersFor(app)
  // With a callback, because a promise a request is what kept bytes would mostly wait for.
  http.addHook('onSend', (request, reply, payload, done) => {
    const headers = headersOf(request.url)
    // A file brings a stricter policy of its own, and kept bytes may stay in the browser.
    for (const name in headers)
      if (!mayDiffer.has(name) || !reply.hasHeader(name)) reply.header(name, headers[name])
    done(null, payload)
  })
}

/**
 * Nothing runs on a page that did not come from here, but for a captcha service that is configured.
 */
function pagePolicy(app: App): string {
  const captcha = {
    altcha: '',
    recaptcha: ' https://www.google.com https://www.gstatic.com',
    turnstile: ' https://challenges.cloudflare.com',
  }[app.providers.captcha.name]

  return [
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
    noFrames,
  ].join('; ')
}
