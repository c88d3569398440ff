import type { DisputeState } from '@chaveiro/contracts/states'

import type { ChargeFacts, DisputeFact, RefundFact } from '../../../ports/payments.ts'

/** A report of fraud as it matters to the money it is about. */
export type Reported = {
  receiptId: string
  status: string
  contestedCents: number
  dueAt: Date | null
}

const undecided = ['ABERTA', 'EM_DEFESA']
const harmless = ['REJEITADA', 'CANCELADA', 'CANCELADA_EFI']

/** Whether nobody has decided about a report yet. */
export const isUndecided = (status: string): boolean => undecided.includes(status)

/**
 * The facts of a PIX charge, with the reports of fraud about its money. Each contested receipt is
 * one dispute. What the bank took back for it is listed there and not among the refunds: a return
 * whose nature says so, or, for an accepted report, a return that says nothing about itself.
 * Returns in keptAsRefund were stored as ordinary ones before the report was known, and go on
 * counting as that.
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
  const taken = facts.refunds.filter(isClawBack)
  const receiptIds = new Set([...reports, ...taken].map((fact) => fact.receiptId))

  return {
    ...facts,
    refunds: facts.refunds.filter((fact) => !isClawBack(fact)),
    disputes: [...receiptIds].map((receiptId) => {
      const of = <T extends { receiptId: string }>(all: readonly T[]): T[] =>
        all.filter((entry) => entry.receiptId === receiptId)
      // What went back before the report was known may have been taken because of it.
      const before = of(facts.refunds).filter((fact) => known.keptAsRefund(fact))

      return disputeOf(receiptId, of(reports), of(taken), {
        goneCents: sum(before.filter((fact) => fact.status === 'succeeded')),
        leftCents: leftOf(facts, receiptId),
      })
    }),
  }
}

function disputeOf(
  receiptId: string,
  reports: readonly Reported[],
  taken: readonly RefundFact[],
  money: { goneCents: number; leftCents: number },
): DisputeFact {
  const takenCents = sum(taken.filter((fact) => fact.status === 'succeeded'))

  const state = stateOf(reports, taken, {
    goneCents: takenCents + money.goneCents,
    leftCents: money.leftCents,
  })

  const due = reports
    .filter((report) => isUndecided(report.status))
    .flatMap((report) => report.dueAt ?? [])

  return {
    disputeId: receiptId,
    receiptId,
    state,
    contestedCents: reports.length
      ? Math.max(...reports.map((report) => report.contestedCents))
      : sum(taken),
    takenCents,
    // The dispute's reports are shown beside it, each with its own reason.
    reason: null,
    dueAt: due.sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
  }
}

function stateOf(
  reports: readonly Reported[],
  taken: readonly RefundFact[],
  money: { goneCents: number; leftCents: number },
): DisputeState {
  if (reports.some((report) => isUndecided(report.status))) return 'open'
  if (taken.some((fact) => fact.status === 'pending')) return 'open'

  const accepted = reports.some((report) => report.status === 'ACEITA')
  // The bank accepted the report and has not taken anything yet: the money is about to go.
  if (accepted && money.goneCents === 0 && money.leftCents > 0) return 'open'
  if (accepted || taken.some((fact) => fact.status === 'succeeded')) return 'lost'

  return reports.every((report) => harmless.includes(report.status)) ? 'won' : 'unknown'
}

const sum = (all: readonly RefundFact[]): number =>
  all.reduce((cents, fact) => cents + fact.amountCents, 0)

/** The part of a receipt that neither went back nor is on its way, as the provider reports it. */
const leftOf = (facts: ChargeFacts, receiptId: string): number =>
  facts.refunds
    .filter((refund) => refund.receiptId === receiptId && refund.status !== 'failed')
    .reduce(
      (left, fact) => left - fact.amountCents,
      facts.receipts.find((receipt) => receipt.receiptId === receiptId)?.amountCents ?? 0,
    )

/**
 * The contested amount, as far as it can be true: some of Efí's replies write centavos where reais
 * are documented, and no more than was received is contested. All of it is where the amount cannot
 * be read (null).
 */
export function contestedOf(toldCents: number | null, receiptCents: number): number {
  if (toldCents === null) return receiptCents

  if (toldCents > receiptCents && toldCents % 100 === 0 && toldCents / 100 <= receiptCents)
    return toldCents / 100

  return Math.min(toldCents, receiptCents)
}
