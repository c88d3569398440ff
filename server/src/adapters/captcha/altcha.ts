import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { derivedKeys, type StoreSecrets } from '../../platform/secrets/derived-keys.ts'
import type { Captcha } from '../../ports/captcha.ts'

type Payload = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>
const lifeSeconds = 300

// The work of a challenge: about a third of a second of one desktop thread at cost 1000, twice that
// where an abuser gains most.
const counters = {
  usual: { least: 1000, most: 3000 },
  hard: { least: 2000, most: 6000 },
  test: { least: 1, most: 5 },
} as const

const hard = new Set(['register', 'forgot_password'])

/** How much work an action asks for. A cost below 100 is for tests and asks for almost none. */
function workFor(action: string, cost: number): keyof typeof counters {
  if (cost < 100) return 'test'
  return hard.has(action) ? 'hard' : 'usual'
}

/**
 * Proof of work without an external service. The action is part of the signed challenge; the nonce
 * makes each solution count once.
 */
export function createAltcha(config: StoreSecrets & { cost: number }): Captcha {
  const secrets = (use: string) =>
    derivedKeys(config, `chaveiro altcha ${use}`).map((key) => key.toString('hex'))
  const keySignatures = secrets('key')

  // The newest secret signs.
  const rings = secrets('signature').map((signature, i) => ({
    hmacSignatureSecret: signature,
    hmacKeySignatureSecret: keySignatures[i]!,
  }))

  return {
    name: 'altcha',
    siteKey: '',

    async challenge(action, now) {
      const { least, most } = counters[workFor(action, config.cost)]
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: config.cost,
        counter: randomInt(most, least),
        deriveKey,
        ...rings[0]!,
        expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
        data: { action },
      })
    },

    async verify(token, { action, now }) {
      const payload = decode(token)
      if (!payload) return { kind: 'refused', reason: 'undecodable' }

      const { challenge, solution } = payload
      const { parameters } = challenge
      const result = await verifyByRings({ challenge, solution }, rings)
      if (!result?.verified)
        return { kind: 'refused', reason: result?.expired ? 'expired' : 'wrong solution' }
      if (parameters.data?.action !== action) return { kind: 'refused', reason: 'another action' }

      const expiresAt = new Date((parameters.expiresAt ?? 0) * 1000)
      if (expiresAt < now) return { kind: 'refused', reason: 'expired' }

      return { kind: 'accepted', nonce: parameters.nonce, expiresAt }
    },
  }
}

type Ring = { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

/** The verdict about a solution by the first secret that signed its challenge. */
async function verifyByRings(
  payload: Payload,
  [ring, ...older]: Ring[],
): Promise<Awaited<ReturnType<typeof verifySolution>> | null> {
  const result = await verifySolution({ ...payload, deriveKey, ...ring! }).catch(() => null)
  return result?.verified || !older.length ? result : verifyByRings(payload, older)
}

function decode(token: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Payload
    return typeof payload?.challenge?.parameters?.nonce === 'string' &&
      payload.solution &&
      typeof payload.solution === 'object'
      ? payload
      : null
  } catch {
    return null
  }
}
