import type { App } from '../../../platform/app.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { sweepRefunds } from '../refunds/refund.service.ts'
import { claimDue, pullForward } from '../state/payments.queries.ts'
import { pollDeposits } from './deposits.service.ts'
import { settle } from './settle.service.ts'

/** The system time minus the monotonic time at the last sweep of this process, in milliseconds. */
const lastClockLead = new WeakMap<App['pool'], number>()

/**
 * Whether the clock was set back since the last sweep; also true for the first sweep of a process.
 */
function wasSetBack({ pool, clock }: App): boolean {
  const clockLead = clock.now().getTime() - performance.now()
  const previousLead = lastClockLead.get(pool)
  lastClockLead.set(pool, clockLead)

  return previousLead === undefined || clockLead < previousLead - 10_000
}

const batchSize = 40
const parallelChecks = 8

/**
 * With a slow provider, checked payments are due again before the rest had their turn. The limit
 * bounds the wait of the refunds after the loop.
 */
const maxSweepMs = 60_000

/** Check every due payment at its provider; this also finds the payments of lost webhooks. */
export async function sweepPayments(app: App): Promise<void> {
  if (wasSetBack(app)) await pullForward(app)
  const sweepEnd = performance.now() + maxSweepMs

  for (;;) {
    const claimedIds = await claimDue(app, batchSize, 60)

    for (let i = 0; i < claimedIds.length; i += parallelChecks) {
      await Promise.all(
        claimedIds
          .slice(i, i + parallelChecks)
          .map((id) =>
            settle(app, id, 'sweep').catch((error) =>
              app.log.error(
                { err: error, paymentId: id },
                'a payment could not be settled; it is tried again',
              ),
            ),
          ),
      )
    }

    if (claimedIds.length < batchSize || performance.now() > sweepEnd) break
  }

  await sweepRefunds(app)
}

/** Read the exchange's deposits once and settle their payments. */
export async function readDeposits(app: App): Promise<void> {
  const paymentIds = await pollDeposits(app).catch((error) => {
    if (!(error instanceof ProviderUnknown)) throw error

    app.log.warn({ reason: error.message }, 'the exchange did not answer; deposits are read again')

    return []
  })
  for (const paymentId of paymentIds) await settle(app, paymentId, 'deposit')
}

/** How long one reading of the deposits serves all open payment pages, in milliseconds. */
const sharedReadingMs = 3_000
const readings = new WeakMap<App['pool'], { at: number; done: Promise<void> }>()

/**
 * Read the deposits, at most three seconds old. All open payment pages share one reading of a
 * process, because the exchange limits calls by IP address ("Wallet API", limits).
 */
export function readDepositsTogether(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  const lastReading = readings.get(app.pool)
  if (lastReading && Math.abs(now - lastReading.at) < sharedReadingMs) return lastReading.done

  const finished = readDeposits(app)
  readings.set(app.pool, { at: now, done: finished })

  return finished
}
