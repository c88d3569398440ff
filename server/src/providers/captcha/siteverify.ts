import { request } from 'undici'
import type { Captcha, CaptchaVerdict } from './port.ts'

type Answer = { success: boolean; score?: number; action?: string; hostname?: string; 'error-codes'?: string[] }

/**
 * reCAPTCHA v3 or Turnstile: the token is read back at the service; success, action, score and host name must all fit (providers.md 8.1, 8.3).
 * The services let a token count once themselves, so there is no nonce to keep.
 */
export function createSiteverify(config: { name: 'recaptcha' | 'turnstile'; siteKey: string; secret: string; url: string; hostname: string }): Captcha {
  return {
    name: config.name, siteKey: config.siteKey,
    async challenge() { return null },
    async verify(token, { action, ip, now }): Promise<CaptchaVerdict> {
      let answer: Answer
      try {
        const reply = await request(config.url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ secret: config.secret, response: token, remoteip: ip }).toString(), headersTimeout: 5_000, bodyTimeout: 5_000 })
        if (reply.statusCode >= 500) return { kind: 'unavailable', reason: `status ${reply.statusCode}` }
        answer = (await reply.body.json()) as Answer
      } catch (error) { return { kind: 'unavailable', reason: (error as Error).message } }
      if (!answer.success) return { kind: 'refused', reason: answer['error-codes']?.join(',') ?? 'no success' }
      if (answer.action !== action) return { kind: 'refused', reason: 'another action' }
      if (answer.hostname !== config.hostname) return { kind: 'refused', reason: 'another host' }
      if (config.name === 'recaptcha' && (answer.score ?? 0) < 0.5) return { kind: 'refused', reason: 'low score' }
      return { kind: 'accepted', nonce: null, expiresAt: now }
    },
  }
}
