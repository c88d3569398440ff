import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AddressInfo } from 'node:net'

import type { Core, Provider } from '../core/core.ts'
import { listen, makeProviderServer } from '../core/provider-server.ts'
import { Refusal } from '../core/refusal.ts'
import { recaptchaScript, turnstileScript } from './browser-stubs.ts'
import { challengeTime, openTokens, type Service, type Tokens } from './tokens.ts'

export type CaptchaProvider = Provider & { readonly tokens: Tokens }

// Cloudflare's published test keys.
const TURNSTILE_PASS = '1x0000000000000000000000000000000AA'
const TURNSTILE_FAIL = '2x0000000000000000000000000000000AA'
const TURNSTILE_SPENT = '3x0000000000000000000000000000000AA'

const TURNSTILE_SITE_KEYS = [
  '1x00000000000000000000AA',
  '1x00000000000000000000BB',
  '3x00000000000000000000FF',
]

/**
 * Starts the captcha services: siteverify of reCAPTCHA and Turnstile, and the scripts for the
 * browser.
 */
export async function startCaptcha(core: Core): Promise<CaptchaProvider> {
  const tokens = openTokens(core)

  const app = makeProviderServer(core, {
    provider: 'captcha',
    failure: (status) => ({
      body: { success: false, 'error-codes': [status === 404 ? 'bad-request' : 'internal-error'] },
    }),
    refusal: (error) =>
      error instanceof Refusal
        ? { status: error.status, body: { error: error.message } }
        : undefined,
  })

  app.post('/recaptcha/api/siteverify', async (request) =>
    verifyRecaptcha(core, tokens, formFieldsOf(request)),
  )
  app.post('/turnstile/v0/siteverify', async (request) =>
    verifyTurnstile(core, tokens, formFieldsOf(request)),
  )
  addBrowserCalls(app, core, tokens)
  const port = await listen(core, app, 'captcha')
  const { recaptchaSiteKey, recaptchaSecret } = core.credentials

  return {
    name: 'captcha',
    tokens,
    env: {
      RECAPTCHA_BASE_URL: `http://127.0.0.1:${port}`,
      RECAPTCHA_SITE_KEY: recaptchaSiteKey,
      RECAPTCHA_SECRET: recaptchaSecret,
    },
    dump: () => ({ scores: tokens.scores() }),
    reset: () => tokens.clear(),
    tick: () => undefined,
    close: () => app.close(),
  }
}

function verifyRecaptcha(core: Core, tokens: Tokens, fields: Record<string, string>): object {
  const refusalReply = (...codes: string[]): object => ({ success: false, 'error-codes': codes })
  const { secret, response } = fields
  if (!secret) return refusalReply('missing-input-secret')
  if (secret !== core.credentials.recaptchaSecret) return refusalReply('invalid-input-secret')
  if (!response) return refusalReply('missing-input-response')

  const solvedChallenge = tokens.spend('recaptcha', response)
  if (solvedChallenge === 'invalid') return refusalReply('invalid-input-response')
  if (solvedChallenge === 'spent') return refusalReply('timeout-or-duplicate')
  // If site key and secret belong to two different sites, the integrator made a mistake. So this
  // error differs from the error of a visitor's mistake.
  if (solvedChallenge.siteKey !== core.credentials.recaptchaSiteKey)
    return refusalReply('invalid-keys')

  return {
    success: true,
    challenge_ts: challengeTime(solvedChallenge),
    hostname: solvedChallenge.hostname,
    score: solvedChallenge.score,
    action: solvedChallenge.action,
  }
}

function verifyTurnstile(core: Core, tokens: Tokens, fields: Record<string, string>): object {
  const refusalReply = (...codes: string[]): object => ({
    success: false,
    'error-codes': codes,
    messages: [],
  })

  const { secret, response } = fields
  if (!secret) return refusalReply('missing-input-secret')
  if (!response) return refusalReply('missing-input-response')
  if (secret === TURNSTILE_FAIL) return refusalReply('invalid-input-response')
  if (secret === TURNSTILE_SPENT) return refusalReply('timeout-or-duplicate')
  if (secret !== TURNSTILE_PASS && secret !== core.credentials.recaptchaSecret)
    return refusalReply('invalid-input-secret')
  if (response.length > 2048) return refusalReply('invalid-input-response')

  const solvedChallenge = tokens.spend('turnstile', response)
  if (solvedChallenge === 'invalid') return refusalReply('invalid-input-response')
  if (solvedChallenge === 'spent') return refusalReply('timeout-or-duplicate')

  return {
    success: true,
    'error-codes': [],
    challenge_ts: challengeTime(solvedChallenge),
    hostname: solvedChallenge.hostname,
    action: solvedChallenge.action,
    cdata: solvedChallenge.cData ?? '',
  }
}

function addBrowserCalls(app: FastifyInstance, core: Core, tokens: Tokens): void {
  const serverOrigin = (): string =>
    `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  app.get('/recaptcha/api.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(recaptchaScript(serverOrigin())),
  )
  app.get('/turnstile/v0/api.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(turnstileScript(serverOrigin())),
  )

  app.get('/sandbox/token', async (request, reply) => {
    const {
      service,
      sitekey = '',
      action = '',
      cData,
    } = request.query as Record<string, string | undefined>

    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-store')
      .type('text/plain')

    if (!knowsSiteKey(core, service, sitekey)) throw new Refusal(400, 'unknown site key')

    return tokens.mint({
      service: service as Service,
      siteKey: sitekey,
      action,
      hostname: hostnameOf(request),
      ...(cData ? { cData } : {}),
    })
  })
}

function knowsSiteKey(core: Core, service: string | undefined, siteKey: string): boolean {
  if (service === 'recaptcha') return siteKey === core.credentials.recaptchaSiteKey
  return service === 'turnstile' && TURNSTILE_SITE_KEYS.includes(siteKey)
}

/** The host of the page that solved the challenge, from Origin or Referer. */
function hostnameOf(request: FastifyRequest): string {
  const serverOrigin = request.headers.origin ?? request.headers.referer ?? ''
  return URL.canParse(serverOrigin) ? new URL(serverOrigin).hostname : 'localhost'
}

function formFieldsOf(request: FastifyRequest): Record<string, string> {
  const bodyText = typeof request.body === 'string' ? request.body : ''
  if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
    return Object.fromEntries(new URLSearchParams(bodyText))

  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(bodyText) as Record<string, unknown>).map(([name, value]) => [
        name,
        String(value),
      ]),
    )
  } catch {
    return {}
  }
}
