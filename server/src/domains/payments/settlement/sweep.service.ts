import type { App } from '../../../platform/app.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { sweepRefunds } from '../refunds/refund.service.ts'
import { claimDue, pullForward } from '../state/payments.queries.ts'
import { pollDeposits } from './deposits.service.ts'
import { settle } from './settle.service.ts'

/** How far the system time was from the time that nobody sets, when a process swept last. */
const aheadBefore = new WeakMap<App['pool'], number>()

/** Whether the clock was set back since the last sweep; at the start of a process it may have been. */
function wasSetBack({ pool, clock }: App): boolean {
  const ahead = clock.now().getTime() - performance.now()
  const before = aheadBefore.get(pool)
  aheadBefore.set(pool, ahead)

  return before === undefined || ahead < before - 10_000
}

const batch = 40
const together = 8

/**
 * A provider that answers slowly has payments due again before all were asked about: refunds wait no
 * longer than this for their turn.
 */
const longestMs = 60_000

/**
 * Ask the provider about every payment that is due; this finds what lost webhooks would have said.
 */
export async function sweepPayments(app: App): Promise<void> {
  if (wasSetBack(app)) await pullForward(app)
  const end = performance.now() + longestMs

  for (;;) {
    const due = await claimDue(app, batch, 60)

    for (let i = 0; i < due.length; i += together) {
      await Promise.all(
        due
          .slice(i, i + together)
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

    if (due.length < batch || performance.now() > end) break
  }

  await sweepRefunds(app)
}

/** Read the exchange's deposits once and settle the payments they belong to. */
export async function readDeposits(app: App): Promise<void> {
  const touched = await pollDeposits(app).catch((error) => {
    if (!(error instanceof ProviderUnknown)) throw error

    app.log.warn({ reason: error.message }, 'the exchange did not answer; deposits are read again')

    return []
  })
  for (const paymentId of touched) await settle(app, paymentId, 'deposit')
}

/** For how long a reading of the deposits serves all who wait for coins, in milliseconds. */
const sharedMs = 3_000
const readings = new WeakMap<App['pool'], { at: number; done: Promise<void> }>()

/**
 * The deposits as they were three seconds ago at most. The pages of all who pay in coins share what
 * a process reads: the exchange limits the calls of an address, whoever waits ("Wallet API", limits).
 */
export function readDepositsTogether(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  const last = readings.get(app.pool)
  if (last && Math.abs(now - last.at) < sharedMs) return last.done

  const done = readDeposits(app)
  readings.set(app.pool, { at: now, done })

  return done
}
