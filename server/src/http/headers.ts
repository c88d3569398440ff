import type { FastifyInstance } from 'fastify'

import { transcriptStyle } from '../domains/tickets/tickets.transcript.ts'
import type { App } from '../platform/app.ts'
import { embeddableCalls } from '../platform/http/serving.ts'

/** Browser features that neither the shop's pages nor their frames need. */
const disabledFeatures = [
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
 * Paths whose routes set another content security policy: the API reference, the sandbox,
 * transcripts and their files.
 */
const ownPolicyPaths = /^\/(docs|sandbox|transcripts)(\/|\?|$)/

/** Paths of pictures that mails, chats and other sites embed. */
const embeddablePaths = /^\/(cards|icons|uploads|transcripts\/files)\/|^\/favicon\./

const isEmbeddable = (url: string): boolean =>
  url.startsWith('/api/')
    ? embeddableCalls.some((prefix) => url.startsWith(prefix))
    : embeddablePaths.test(url)

/** A function that returns the headers of an answer by the URL of the request (decision Q119). */
export function headersFor(app: App): (url: string) => Record<string, string> {
  let { captcha } = app.providers
  let headersOf = headersWith(app)

  return (url) => {
    // When staff choose another captcha service, the policy must allow its scripts.
    if (captcha !== app.providers.captcha) {
      captcha = app.providers.captcha
      headersOf = headersWith(app)
    }
    return headersOf(url)
  }
}

function headersWith(app: App): (url: string) => Record<string, string> {
  const commonHeaders = baseHeaders(app)

  const headersByKind: Record<'api' | 'own' | 'page', Record<string, string>> = {
    api: { ...commonHeaders, 'content-security-policy': noFrames, 'cache-control': 'no-store' },
    own: commonHeaders,
    page: { ...commonHeaders, 'content-security-policy': pagePolicy(app) },
  }

  const anySite = { 'cross-origin-resource-policy': 'cross-origin' }

  const embeddableHeaders = {
    api: { ...headersByKind.api, ...anySite },
    own: { ...headersByKind.own, ...anySite },
    page: { ...headersByKind.page, ...anySite },
  }

  return (url) => {
    const kindHeaders = isEmbeddable(url) ? embeddableHeaders : headersByKind
    if (url.startsWith('/api/')) return kindHeaders.api

    return ownPolicyPaths.test(url) ? kindHeaders.own : kindHeaders.page
  }
}

/** Headers of all answers, even to a request that could not be parsed. */
export function baseHeaders(app: App): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'permissions-policy': disabledFeatures,
    'cross-origin-resource-policy': 'same-origin',
    ...(app.config.secureCookies
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

const mayDiffer = new Set(['content-security-policy', 'cache-control'])

/** Sets the headers on every answer: of a route, of an error, and for an unknown URL. */
export function setHeaders(http: FastifyInstance, app: App): void {
  const headersOf = headersFor(app)
  // A callback instead of a promise: creating a promise was most of the cost of a cached answer.
  http.addHook('onSend', (request, reply, payload, done) => {
    const headers = headersOf(request.url)
    // Headers that a route set itself stay: files have a stricter policy, and cached answers
    // another cache-control.
    for (const name in headers)
      if (!mayDiffer.has(name) || !reply.hasHeader(name)) reply.header(name, headers[name])
    done(null, payload)
  })
}

/** The policy of pages: scripts only from the shop itself and from the configured captcha service. */
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
