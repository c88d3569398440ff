import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { derivedKeys, type StoreSecrets } from '../../platform/secrets/derived-keys.ts'
import type { Captcha } from '../../ports/captcha.ts'

type Payload = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>
const lifeSeconds = 300

// The work of a challenge. At cost 1000 a usual challenge takes a third of a second on one desktop
// thread. Actions that attract most abuse cost twice as much.
const counters = {
  usual: { least: 1000, most: 3000 },
  hard: { least: 2000, most: 6000 },
  test: { least: 1, most: 5 },
} as const

const hardActions = new Set(['register', 'forgot_password'])

/** How much work an action requires. A cost below 100 is for tests, with almost no work. */
function workFor(action: string, cost: number): keyof typeof counters {
  if (cost < 100) return 'test'
  return hardActions.has(action) ? 'hard' : 'usual'
}

/**
 * Proof of work without an external service. The action is part of the signed challenge; the nonce
 * makes each solution valid only once.
 */
export function createAltcha(config: StoreSecrets & { cost: number }): Captcha {
  const signingSecrets = (use: string) =>
    derivedKeys(config, `chaveiro altcha ${use}`).map((key) => key.toString('hex'))
  const keySignatures = signingSecrets('key')

  // The newest secret signs.
  const signingRings = signingSecrets('signature').map((signature, i) => ({
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
        ...signingRings[0]!,
        expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
        data: { action },
      })
    },

    async verify(token, { action, now }) {
      const decodedPayload = decodePayload(token)
      if (!decodedPayload) return { kind: 'refused', reason: 'undecodable' }

      const { challenge, solution } = decodedPayload
      const { parameters } = challenge
      const verification = await verifyByRings({ challenge, solution }, signingRings)
      if (!verification?.verified)
        return { kind: 'refused', reason: verification?.expired ? 'expired' : 'wrong solution' }
      if (parameters.data?.action !== action) return { kind: 'refused', reason: 'another action' }

      const expiresAt = new Date((parameters.expiresAt ?? 0) * 1000)
      if (expiresAt < now) return { kind: 'refused', reason: 'expired' }

      return { kind: 'accepted', nonce: parameters.nonce, expiresAt }
    },
  }
}

type Ring = { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

/**
 * Verifies a solution against each secret, newest first. Returns the first success, else the result
 * of the oldest secret.
 */
async function verifyByRings(
  payload: Payload,
  [ring, ...older]: Ring[],
): Promise<Awaited<ReturnType<typeof verifySolution>> | null> {
  const verification = await verifySolution({ ...payload, deriveKey, ...ring! }).catch(() => null)
  return verification?.verified || !older.length ? verification : verifyByRings(payload, older)
}

function decodePayload(token: string): Payload | null {
  try {
    const decodedPayload = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Payload
    return typeof decodedPayload?.challenge?.parameters?.nonce === 'string' &&
      decodedPayload.solution &&
      typeof decodedPayload.solution === 'object'
      ? decodedPayload
      : null
  } catch {
    return null
  }
}
