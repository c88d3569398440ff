import type { DisputeState } from '@chaveiro/contracts/states'

import type { ChargeFacts, DisputeFact, RefundFact } from '../../../ports/payments.ts'

/** The fields of a report of fraud that matter to its money. */
export type Reported = {
  receiptId: string
  status: string
  contestedCents: number
  dueAt: Date | null
}

const undecided = ['ABERTA', 'EM_DEFESA']
const harmless = ['REJEITADA', 'CANCELADA', 'CANCELADA_EFI']

/** Whether a report is still undecided. */
export const isUndecided = (status: string): boolean => undecided.includes(status)

/**
 * The facts of a PIX charge with the reports of fraud about its money: one dispute for each
 * disputed receipt. Money that the bank took back belongs to the dispute, not to the refunds. Such
 * a return has a MED nature, or is unexplained and follows an accepted report. Returns in
 * keptAsRefund were stored as refunds before the report was known, and stay refunds.
 */
export function contested(
  facts: ChargeFacts,
  reports: readonly Reported[],
  known: { byUs(fact: RefundFact): boolean; keptAsRefund(fact: RefundFact): boolean },
): ChargeFacts {
  const accepted = new Set(
    reports.filter((report) => report.status === 'ACEITA').map((report) => report.receiptId),
  )
  const isClawBack = (fact: RefundFact): boolean =>
    !known.keptAsRefund(fact) &&
    (fact.clawBack === true || (accepted.has(fact.receiptId) && !known.byUs(fact)))
  const clawBacks = facts.refunds.filter(isClawBack)
  const receiptIds = new Set([...reports, ...clawBacks].map((fact) => fact.receiptId))

  return {
    ...facts,
    refunds: facts.refunds.filter((fact) => !isClawBack(fact)),
    disputes: [...receiptIds].map((receiptId) => {
      const ofReceipt = <T extends { receiptId: string }>(all: readonly T[]): T[] =>
        all.filter((entry) => entry.receiptId === receiptId)
      // A refund that was stored before the report was known may be the report's own result, so its
      // money is counted as taken.
      const refundsBefore = ofReceipt(facts.refunds).filter((fact) => known.keptAsRefund(fact))

      return disputeOf(receiptId, ofReceipt(reports), ofReceipt(clawBacks), {
        goneCents: sumOfRefunds(refundsBefore.filter((fact) => fact.status === 'succeeded')),
        leftCents: remainingCents(facts, receiptId),
      })
    }),
  }
}

function disputeOf(
  receiptId: string,
  reports: readonly Reported[],
  takenRefunds: readonly RefundFact[],
  money: { goneCents: number; leftCents: number },
): DisputeFact {
  const takenCents = sumOfRefunds(takenRefunds.filter((fact) => fact.status === 'succeeded'))

  const disputeState = judgeDispute(reports, takenRefunds, {
    goneCents: takenCents + money.goneCents,
    leftCents: money.leftCents,
  })

  const deadlines = reports
    .filter((report) => isUndecided(report.status))
    .flatMap((report) => report.dueAt ?? [])

  return {
    disputeId: receiptId,
    receiptId,
    state: disputeState,
    contestedCents: reports.length
      ? Math.max(...reports.map((report) => report.contestedCents))
      : sumOfRefunds(takenRefunds),
    takenCents,
    // Staff see the reports of a PIX dispute beside it, each with its own reason.
    reason: null,
    dueAt: deadlines.sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
  }
}

function judgeDispute(
  reports: readonly Reported[],
  taken: readonly RefundFact[],
  money: { goneCents: number; leftCents: number },
): DisputeState {
  if (reports.some((report) => isUndecided(report.status))) return 'open'
  if (taken.some((fact) => fact.status === 'pending')) return 'open'

  const accepted = reports.some((report) => report.status === 'ACEITA')
  // The bank accepted the report and has not taken the money yet.
  if (accepted && money.goneCents === 0 && money.leftCents > 0) return 'open'
  if (accepted || taken.some((fact) => fact.status === 'succeeded')) return 'lost'

  return reports.every((report) => harmless.includes(report.status)) ? 'won' : 'unknown'
}

const sumOfRefunds = (all: readonly RefundFact[]): number =>
  all.reduce((cents, fact) => cents + fact.amountCents, 0)

/**
 * The cents of a receipt that are neither returned nor being returned, by the provider's report.
 */
const remainingCents = (facts: ChargeFacts, receiptId: string): number =>
  facts.refunds
    .filter((refund) => refund.receiptId === receiptId && refund.status !== 'failed')
    .reduce(
      (left, fact) => left - fact.amountCents,
      facts.receipts.find((receipt) => receipt.receiptId === receiptId)?.amountCents ?? 0,
    )

/**
 * The disputed cents, kept plausible: some of Efí's replies write centavos where reais are
 * documented, and at most the received amount is disputed. Null, an unreadable amount, counts as
 * the whole receipt.
 */
export function contestedOf(toldCents: number | null, receiptCents: number): number {
  if (toldCents === null) return receiptCents

  if (toldCents > receiptCents && toldCents % 100 === 0 && toldCents / 100 <= receiptCents)
    return toldCents / 100

  return Math.min(toldCents, receiptCents)
}
