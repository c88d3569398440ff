import type { CaptchaAction } from '@chaveiro/contracts/limits'
import { lt, sql } from 'drizzle-orm'

import { captchaUses, rateLimits } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/mount.ts'

/**
 * Reasons of refusals without a solved challenge. The demo accepts such calls, so that the API can
 * be tried by hand (Q17).
 */
const unsolvedReasons = new Set(['undecodable'])

/**
 * Use up a captcha solution for one action. In demo mode a missing or foreign token passes with a
 * warning. A solution that is wrong, old, used or for another action is always refused. While the
 * service is unavailable, login and registration continue under a stricter limit; other actions are
 * refused.
 */
export async function verifyCaptcha(
  app: App,
  token: string | null,
  action: CaptchaAction,
  caller: Caller,
): Promise<void> {
  const now = app.clock.now()
  const verdict = token
    ? await app.providers.captcha.verify(token, { action, ip: caller.ip, now })
    : { kind: 'refused' as const, reason: 'undecodable' }
  if (verdict.kind === 'unavailable')
    return allowWithoutService(app, action, caller, verdict.reason)

  if (verdict.kind === 'refused') {
    if (app.config.captcha.enforce || !unsolvedReasons.has(verdict.reason))
      throw fail('captcha.failed')

    app.log.warn({ action }, 'demo mode: call without a captcha solution allowed')

    return
  }

  if (verdict.nonce && !(await useUp(app, verdict.nonce, verdict.expiresAt)))
    throw fail('captcha.failed')
}

async function allowWithoutService(
  app: App,
  action: CaptchaAction,
  caller: Caller,
  reason: string,
): Promise<void> {
  app.log.warn({ action, reason }, 'captcha service unavailable')
  if (action !== 'login' && action !== 'register') throw fail('captcha.unavailable')

  await app.limits.count('unguarded', caller.ip)
}

/**
 * Record that a solution is used; returns whether this is its first use. One insert decides, even
 * among concurrent requests.
 */
async function useUp(app: App, nonce: string, expiresAt: Date): Promise<boolean> {
  return inTransaction(
    app,
    async (tx) =>
      (
        await tx.db
          .insert(captchaUses)
          .values({ nonce, expiresAt })
          .onConflictDoNothing()
          .returning({ nonce: captchaUses.nonce })
      ).length === 1,
  )
}

/** Used solutions that have expired. */
export const oldCaptchas: Clearing = {
  what: 'captchas that were used',
  table: captchaUses,
  period: () => 'until they expire',
  due: (app) => lt(captchaUses.expiresAt, app.clock.now()),
}

/** Expired windows of rate limits; the library uses the machine's clock. */
export const oldWindows: Clearing = {
  what: 'counters of limits whose window is over',
  table: rateLimits,
  period: () => 'until their window is over',
  due: () => lt(rateLimits.expire, sql`(extract(epoch from now()) * 1000)::bigint`),
}
