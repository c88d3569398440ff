import { eq, lte } from 'drizzle-orm'

import { providerChecks } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { takeLease } from '../../../platform/database/lease.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'

/** What a check found, and in how many seconds to check again. */
export type Found = { found: string; detail: string | null; nextSeconds: number }

/** While one process checks, no other does; a crash only delays. */
const holdSeconds = 120

/**
 * Check something at a provider by the clock: at most one process at a time, not before it is due.
 * The result is stored for staff.
 */
export async function checkByClock(
  app: App,
  name: 'pix.webhook' | 'pix.infractions',
  ask: () => Promise<Found>,
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

  const found = await ask().catch((error: unknown): Found => {
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
      found: found.found,
      detail: found.detail,
      checkedAt: app.clock.now(),
      nextAt: secondsAfter(app.clock.now(), found.nextSeconds),
    })
    .where(eq(providerChecks.name, name))
}

/** Have a check made at the next turn of the clock, whenever it is due. */
export const askSoon = (app: App, name: 'pix.webhook' | 'pix.infractions') =>
  app.db
    .update(providerChecks)
    .set({ nextAt: app.clock.now() })
    .where(eq(providerChecks.name, name))
