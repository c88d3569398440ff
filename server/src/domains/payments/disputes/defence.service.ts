import { eq } from 'drizzle-orm'

import { infractions } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { lockPayment } from '../state/payments.queries.ts'
import { scheduleCheckNow } from '../state/provider-checks.service.ts'
import { isUndecided } from './infractions.rules.ts'
import type { Infraction } from './infractions.service.ts'

/**
 * Whether the shop can answer a report of fraud now: undecided, within its deadline, and without an
 * answer sent or being sent.
 */
export const mayDefend = (infraction: Infraction, now: Date): boolean =>
  isUndecided(infraction.status) &&
  (infraction.dueAt === null || now <= infraction.dueAt) &&
  (infraction.defenceState === null
    ? infraction.status === 'ABERTA'
    : infraction.defenceState === 'failed')

/**
 * Answer a report of fraud in the words of staff. The answer is stored with its author and sent at
 * once; a job repeats the sending until the provider accepts or refuses the answer. Throws
 * payment.not_found, infraction.not_found and infraction.closed.
 */
export async function defendPayment(
  app: App,
  paymentId: string,
  actor: Actor,
  input: { infractionId: string; text: string },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    if (!(await lockPayment(tx, paymentId))) throw fail('payment.not_found')

    const infraction = await infractionById(tx, input.infractionId)
    if (infraction?.paymentId !== paymentId) throw fail('infraction.not_found')
    if (!mayDefend(infraction, tx.clock.now())) throw fail('infraction.closed')

    await tx.db
      .update(infractions)
      .set({
        defence: input.text,
        defendedBy: actor.actorName ?? null,
        defenceState: 'pending',
        defenceFailure: null,
        updatedAt: tx.clock.now(),
      })
      .where(eq(infractions.id, infraction.id))

    await recordAudit(tx, {
      ...actor,
      action: 'payment.defended',
      targetType: 'payment',
      targetId: paymentId,
      details: { infractionId: infraction.id, note: input.text },
    })

    await enqueue(tx, 'infraction.defend', { infractionId: infraction.id })
  })

  await sendDefence(app, input.infractionId).catch((error: unknown) => {
    if (!(error instanceof ProviderUnknown)) throw error
  })
}

/**
 * Send a stored defence. Idempotent. Throws ProviderUnknown while the provider does not report the
 * result.
 */
export async function sendDefence(app: App, infractionId: string): Promise<void> {
  const infraction = await infractionById(app, infractionId)
  const pixProvider = app.providers.charges.pix
  if (infraction?.defenceState !== 'pending' || !pixProvider?.defend) return

  const defenceResult = await pixProvider.defend(
    { infractionId, openedAt: infraction.openedAt },
    infraction.defence!,
  )

  await inTransaction(app, async (tx) => {
    await lockPayment(tx, infraction.paymentId)
    const infractionNow = await infractionById(tx, infractionId)
    // The job and the author's request may both get the result: the first of them stores it.
    if (infractionNow?.defenceState !== 'pending') return

    const refusalCode = defenceResult.kind === 'refused' ? defenceResult.code.slice(0, 200) : null

    await tx.db
      .update(infractions)
      .set({
        defenceState: refusalCode === null ? 'sent' : 'failed',
        defenceFailure: refusalCode,
        updatedAt: tx.clock.now(),
      })
      .where(eq(infractions.id, infractionId))

    await recordAudit(tx, {
      action: refusalCode === null ? 'payment.defence_sent' : 'payment.defence_refused',
      targetType: 'payment',
      targetId: infraction.paymentId,
      details: { infractionId, ...(refusalCode === null ? {} : { reason: refusalCode }) },
    })

    await scheduleCheckNow(tx, 'pix.infractions')
  })
}

async function infractionById(app: App, id: string): Promise<Infraction | undefined> {
  const [infraction] = await app.db.select().from(infractions).where(eq(infractions.id, id))
  return infraction
}
