import { oldCodes, oldResets } from '../domains/accounts/mail-codes/mail-codes.service.ts'
import { oldSessions } from '../domains/accounts/session/session.service.ts'
import {
  dropOldMonths,
  oldAccesses,
  oldConsents,
  oldLines,
} from '../domains/audit/audit.retention.service.ts'
import { oldCarts } from '../domains/cart/cart.retention.service.ts'
import { oldInteractions } from '../domains/discord-shop/chat.acts.ts'
import { oldRefusals } from '../domains/mails/mails.refusals.service.ts'
import { oldMails } from '../domains/mails/mails.service.ts'
import { oldEvents } from '../domains/payments/state/payments.retention.service.ts'
import { oldCaptchas, oldWindows } from '../domains/security/security.service.ts'
import { oldVisits } from '../domains/visits/visits.service.ts'
import type { App } from '../platform/app.ts'
import { clearDueRows, clearingName, type Clearing } from '../platform/database/clearing.ts'
import { createMonthsAhead } from '../platform/database/partitions.ts'

/** All tables with a retention period, of every domain. */
export const clearings: readonly Clearing[] = [
  oldWindows,
  oldCaptchas,
  oldCodes,
  oldResets,
  oldInteractions,
  oldSessions,
  oldMails,
  oldRefusals,
  oldEvents,
  oldCarts,
  oldAccesses,
  oldLines,
  oldConsents,
  oldVisits,
]

/** Tables partitioned by month. */
export const tablesByMonths = ['audit_log'] as const

/**
 * Creates partitions for the coming months, drops expired ones, and deletes due rows. A failure of
 * one step does not stop the others.
 */
export async function clearDue(app: App): Promise<void> {
  const failures: unknown[] = []
  const attempt = (work: () => Promise<unknown>) => work().catch((error) => failures.push(error))
  for (const table of tablesByMonths) await attempt(() => createMonthsAhead(app, table))
  await attempt(() => dropOldMonths(app))

  for (const clearing of clearings)
    await attempt(async () => {
      const clearedRows = await clearDueRows(app, clearing)
      if (clearedRows)
        app.log.info({ rows: clearedRows, of: clearingName(clearing) }, 'due rows deleted')
    })

  if (failures.length) throw new AggregateError(failures, 'some due rows could not be deleted')
}
