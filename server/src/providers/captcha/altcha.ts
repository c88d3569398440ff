import { hkdfSync } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Captcha } from './port.ts'

const lifeSeconds = 300
type Payload = Parameters<typeof verifySolution>[0]['challenge'] extends infer C ? { challenge: C & { parameters: { nonce: string; data?: Record<string, unknown>; expiresAt?: number } }; solution: Parameters<typeof verifySolution>[0]['solution'] } : never

/** Proof of work without a service: the action is part of the signed challenge, the nonce makes each solution count once (providers.md 8.2). */
export function createAltcha(config: { storeSecret: Buffer; cost: number }): Captcha {
  const secret = (use: string) => Buffer.from(hkdfSync('sha256', config.storeSecret, '', `chaveiro altcha ${use}`, 32)).toString('hex')
  const [signature, keySignature] = [secret('signature'), secret('key')]
  const hard = new Set(['register', 'forgot_password'])
  return {
    name: 'altcha', siteKey: '',
    async challenge(action, now) {
      const most = config.cost < 100 ? 5 : hard.has(action) ? 2000 : 1000
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256', cost: config.cost, counter: randomInt(most, Math.ceil(most / 4)), deriveKey, hmacSignatureSecret: signature, hmacKeySignatureSecret: keySignature,
        expiresAt: new Date(now.getTime() + lifeSeconds * 1000), data: { action },
      })
    },
    async verify(token, { action, now }) {
      const payload = decode(token)
      if (!payload) return { kind: 'refused', reason: 'undecodable' }
      const { parameters } = payload.challenge
      const result = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: signature, hmacKeySignatureSecret: keySignature }).catch(() => null)
      if (!result?.verified) return { kind: 'refused', reason: result?.expired ? 'expired' : 'wrong solution' }
      if (parameters.data?.action !== action) return { kind: 'refused', reason: 'another action' }
      const expiresAt = new Date((parameters.expiresAt ?? 0) * 1000)
      if (expiresAt < now) return { kind: 'refused', reason: 'expired' }
      return { kind: 'accepted', nonce: parameters.nonce, expiresAt }
    },
  }
}

function decode(token: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Payload
    return typeof payload?.challenge?.parameters?.nonce === 'string' && typeof payload.solution === 'object' ? payload : null
  } catch { return null }
}
