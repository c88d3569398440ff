import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import { isoTime } from '../core/clock.ts'
import type { Core } from '../core/core.ts'
import type { Row, Table } from '../core/state.ts'

export type Service = 'recaptcha' | 'turnstile'

/** The claims of a solved challenge. They are signed into the token, so only its use is stored. */
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

const LIFE_MS: Record<Service, number> = { recaptcha: 120_000, turnstile: 300_000 }
const GOOD_SCORE = 0.9

/**
 * Tokens of both captcha services: minted by the browser's stub, good once, for 2 minutes
 * (reCAPTCHA) or 5 (Turnstile).
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
  /** Use a token up; 'invalid' or 'spent' when it cannot be used. */
  spend(service: Service, token: string): Solved | 'invalid' | 'spent'
  setScore(action: string, score: number): void
  scores(): Score[]
  clear(): void
}

export function openTokens(core: Core): Tokens {
  const used: Table<Used> = core.state.table('captcha.used')
  const scores: Table<Score> = core.state.table('captcha.scores')
  const signatureOf = (claims: string): string =>
    createHmac('sha256', core.credentials.captchaTokenSecret).update(claims).digest('base64url')

  return {
    mint({ service, siteKey, action, hostname, score, cData }) {
      const solved: Solved = {
        service,
        siteKey,
        action,
        hostname,
        score: score ?? scores.get(action)?.score ?? scores.get('*')?.score ?? GOOD_SCORE,
        at: core.clock.now(),
        nonce: randomUUID(),
        ...(cData ? { cData } : {}),
      }

      const claims = Buffer.from(JSON.stringify(solved)).toString('base64url')

      return `03A${claims}.${signatureOf(claims)}`
    },

    spend(service, token) {
      const [claims = '', signed = ''] = token.replace(/^03A/, '').split('.', 2)
      const [expected, actual] = [Buffer.from(signatureOf(claims)), Buffer.from(signed)]
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 'invalid'

      const solved = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Solved
      if (solved.service !== service) return 'invalid'

      const now = core.clock.now()
      for (const old of used.filter((one) => one.until < now)) used.remove(old.id)
      if (now - solved.at > LIFE_MS[service] || used.get(solved.nonce)) return 'spent'

      used.save({ id: solved.nonce, until: solved.at + LIFE_MS[service] })

      return solved
    },

    setScore: (action, score) => {
      scores.save({ id: action, score })
    },
    scores: () => scores.all(),
    clear() {
      used.clear()
      scores.clear()
    },
  }
}

/** Time of a challenge as both services write it. */
export const challengeTime = (solved: Solved): string => isoTime(solved.at).replace(/\.\d+Z$/, 'Z')
