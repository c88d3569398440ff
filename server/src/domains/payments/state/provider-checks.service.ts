import { eq, lte } from 'drizzle-orm'

import { providerChecks } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { takeLease } from '../../../platform/database/lease.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'

/** The outcome of a check, and the seconds until the next one. */
export type CheckResult = { found: string; detail: string | null; nextSeconds: number }

/** How long one process holds a check, in seconds; after a crash another one takes over. */
const holdSeconds = 120

/**
 * Run a check at a provider by the clock: one process at a time, not before it is due. The result
 * is stored for staff.
 */
export async function checkByClock(
  app: App,
  name: 'pix.webhook' | 'pix.infractions',
  ask: () => Promise<CheckResult>,
  failedSeconds: number,
): Promise<void> {
  const now = app.clock.now()

  const isTaken = await takeLease(app, {
    table: providerChecks,
    key: { column: providerChecks.name, value: name },
    time: { column: providerChecks.nextAt, value: secondsAfter(now, holdSeconds) },
    isFree: lte(providerChecks.nextAt, now),
  })

  if (!isTaken) return

  const checkResult = await ask().catch((error: unknown): CheckResult => {
    const detail = (error as Error).message.slice(0, 300)

    app.log.warn(
      { check: name, reason: detail },
      'a provider could not be asked; it is tried again',
    )

    return { found: 'failed', detail, nextSeconds: failedSeconds }
  })

  await app.db
    .update(providerChecks)
    .set({
      found: checkResult.found,
      detail: checkResult.detail,
      checkedAt: app.clock.now(),
      nextAt: secondsAfter(app.clock.now(), checkResult.nextSeconds),
    })
    .where(eq(providerChecks.name, name))
}

/** Make a check due now, so that the next clock task runs it. */
export const scheduleCheckNow = (app: App, name: 'pix.webhook' | 'pix.infractions') =>
  app.db
    .update(providerChecks)
    .set({ nextAt: app.clock.now() })
    .where(eq(providerChecks.name, name))
