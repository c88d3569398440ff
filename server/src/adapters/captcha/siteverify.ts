import { request } from 'undici'

import type { Captcha, CaptchaVerdict } from '../../ports/captcha.ts'

type Answer = {
  success: boolean
  score?: number
  action?: string
  hostname?: string
  'error-codes'?: string[]
}

// Error codes about the service or our keys, not about the visitor's solution.
const serviceErrors = [
  'invalid-keys',
  'internal-error',
  'bad-request',
  'missing-input-secret',
  'invalid-input-secret',
]

type SiteverifyConfig = {
  name: 'recaptcha' | 'turnstile'
  siteKey: string
  secret: string
  url: string
  /** The host names of the shop; a solution from any other host is refused. */
  hostnames: readonly string[]
}

/**
 * reCAPTCHA v3 or Turnstile: the service checks the token; success, action, score and host name
 * must all match. The services themselves accept a token only once, so there is no nonce to store.
 */
export function createSiteverify(config: SiteverifyConfig): Captcha {
  return {
    name: config.name,
    siteKey: config.siteKey,
    async challenge() {
      return null
    },
    async verify(token, { action, ip, now }): Promise<CaptchaVerdict> {
      const serviceAnswer = await readBack(config, { token, ip })
      if ('kind' in serviceAnswer) return serviceAnswer

      const refusalReason = refusalOf(config, serviceAnswer, action)
      if (refusalReason !== null) return { kind: 'refused', reason: refusalReason }

      return { kind: 'accepted', nonce: null, expiresAt: now }
    },
  }
}

/**
 * The service's answer about a token; unavailable when the answer says nothing about the visitor.
 */
async function readBack(
  { url, secret }: SiteverifyConfig,
  { token, ip }: { token: string; ip: string },
): Promise<Answer | Extract<CaptchaVerdict, { kind: 'unavailable' }>> {
  let serviceAnswer: Answer | null

  try {
    const reply = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token, remoteip: ip }).toString(),
      headersTimeout: 5_000,
      bodyTimeout: 5_000,
    })

    if (reply.statusCode >= 500 || reply.statusCode === 429) {
      await reply.body.dump()
      return { kind: 'unavailable', reason: `status ${reply.statusCode}` }
    }

    serviceAnswer = (await reply.body.json()) as Answer | null
  } catch (error) {
    return { kind: 'unavailable', reason: (error as Error).message }
  }

  if (typeof serviceAnswer?.success !== 'boolean')
    return { kind: 'unavailable', reason: 'an answer that is none' }

  const errorCodes = serviceAnswer['error-codes'] ?? []
  if (errorCodes.some((code) => serviceErrors.includes(code)))
    return { kind: 'unavailable', reason: errorCodes.join(',') }

  return serviceAnswer
}

/** Why a solution does not count; null when it does. */
function refusalOf(config: SiteverifyConfig, answer: Answer, action: string): string | null {
  const errorCodes = answer['error-codes'] ?? []
  // A token that the service never issued counts as unreadable, like a missing one.
  if (
    errorCodes.includes('invalid-input-response') ||
    errorCodes.includes('missing-input-response')
  )
    return 'undecodable'
  if (!answer.success) return errorCodes.join(',') || 'no success'
  if (answer.action !== action) return 'another action'
  if (!config.hostnames.includes(answer.hostname ?? '')) return 'another host'

  return config.name === 'recaptcha' && (answer.score ?? 0) < 0.5 ? 'low score' : null
}
