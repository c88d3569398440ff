import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import { isoInstant } from '../core/clock.ts'
import type { Core } from '../core/core.ts'
import type { Row, Table } from '../core/state.ts'

export type Service = 'recaptcha' | 'turnstile'

/** The claims of a solved challenge, signed into the token, so only used tokens are stored. */
export type Solved = {
  service: Service
  siteKey: string
  action: string
  score: number
  hostname: string
  at: number
  nonce: string
  cData?: string
}

type Used = Row & { until: number }
type Score = Row & { score: number }

const TOKEN_LIFE_MS: Record<Service, number> = { recaptcha: 120_000, turnstile: 300_000 }
const GOOD_SCORE = 0.9

/**
 * Tokens of both captcha services. Each is valid once, for 2 minutes (reCAPTCHA) or 5 minutes
 * (Turnstile).
 */
export type Tokens = {
  mint(input: {
    service: Service
    siteKey: string
    action: string
    hostname: string
    score?: number
    cData?: string
  }): string
  /** Marks a token as used; returns 'invalid' or 'spent' if it cannot be used. */
  spend(service: Service, token: string): Solved | 'invalid' | 'spent'
  setScore(action: string, score: number): void
  scores(): Score[]
  clear(): void
}

export function openTokens(core: Core): Tokens {
  const usedTokens: Table<Used> = core.state.table('captcha.used')
  const scoreByAction: Table<Score> = core.state.table('captcha.scores')
  const signatureOf = (encodedClaims: string): string =>
    createHmac('sha256', core.credentials.captchaTokenSecret)
      .update(encodedClaims)
      .digest('base64url')

  return {
    mint({ service, siteKey, action, hostname, score, cData }) {
      const solvedChallenge: Solved = {
        service,
        siteKey,
        action,
        hostname,
        score:
          score ?? scoreByAction.get(action)?.score ?? scoreByAction.get('*')?.score ?? GOOD_SCORE,
        at: core.clock.now(),
        nonce: randomUUID(),
        ...(cData ? { cData } : {}),
      }

      const encodedClaims = Buffer.from(JSON.stringify(solvedChallenge)).toString('base64url')

      return `03A${encodedClaims}.${signatureOf(encodedClaims)}`
    },

    spend(service, token) {
      const [encodedClaims = '', signed = ''] = token.replace(/^03A/, '').split('.', 2)
      const [expected, actual] = [Buffer.from(signatureOf(encodedClaims)), Buffer.from(signed)]
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 'invalid'

      const solvedChallenge = JSON.parse(
        Buffer.from(encodedClaims, 'base64url').toString('utf8'),
      ) as Solved
      if (solvedChallenge.service !== service) return 'invalid'

      const now = core.clock.now()
      for (const expiredUse of usedTokens.filter((one) => one.until < now))
        usedTokens.remove(expiredUse.id)
      if (
        now - solvedChallenge.at > TOKEN_LIFE_MS[service] ||
        usedTokens.get(solvedChallenge.nonce)
      )
        return 'spent'

      usedTokens.save({
        id: solvedChallenge.nonce,
        until: solvedChallenge.at + TOKEN_LIFE_MS[service],
      })

      return solvedChallenge
    },

    setScore: (action, score) => {
      scoreByAction.save({ id: action, score })
    },
    scores: () => scoreByAction.all(),
    clear() {
      usedTokens.clear()
      scoreByAction.clear()
    },
  }
}

/** The time of a challenge in the format of both services. */
export const challengeTime = (solvedChallenge: Solved): string =>
  isoInstant(solvedChallenge.at).replace(/\.\d+Z$/, 'Z')
