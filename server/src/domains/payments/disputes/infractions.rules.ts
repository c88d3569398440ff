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
 * The facts of a PIX charge with the reports of fraud about its money. Each contested receipt is
 * one dispute: what the bank took back for it, by a return whose nature says so or, of an accepted
 * report, by one that says nothing of itself, stands there and not among the refunds.
 * Returns in keptAsRefund were written down as ordinary ones before the report was known, and go on
 * counting as that.
 */
export function contested(
  facts: ChargeFacts,
  reports: readonly Reported[],
  asked: { byUs(fact: RefundFact): boolean; keptAsRefund(fact: RefundFact): boolean },
): ChargeFacts {
  const accepted = new Set(
    reports.filter((one) => one.status === 'ACEITA').map((one) => one.receiptId),
  )
  const isClawBack = (fact: RefundFact): boolean =>
    !asked.keptAsRefund(fact) &&
    (fact.clawBack === true || (accepted.has(fact.receiptId) && !asked.byUs(fact)))
  const taken = facts.refunds.filter(isClawBack)
  const receiptIds = new Set([...reports, ...taken].map((one) => one.receiptId))
  return {
    ...facts,
    refunds: facts.refunds.filter((fact) => !isClawBack(fact)),
    disputes: [...receiptIds].map((receiptId) => {
      const of = <T extends { receiptId: string }>(all: readonly T[]): T[] =>
        all.filter((one) => one.receiptId === receiptId)
      // What went back before the report was known may have been taken for it.
      const before = of(facts.refunds).filter((fact) => asked.keptAsRefund(fact))
      return disputeOf(receiptId, of(reports), of(taken), {
        goneCents: sum(before.filter((one) => one.status === 'succeeded')),
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
  const takenCents = sum(taken.filter((one) => one.status === 'succeeded'))
  const state = stateOf(reports, taken, {
    goneCents: takenCents + money.goneCents,
    leftCents: money.leftCents,
  })
  const due = reports.filter((one) => isUndecided(one.status)).flatMap((one) => one.dueAt ?? [])
  return {
    disputeId: receiptId,
    receiptId,
    state,
    contestedCents: reports.length
      ? Math.max(...reports.map((one) => one.contestedCents))
      : sum(taken),
    takenCents,
    // Its reports stand beside it, each with its own.
    reason: null,
    dueAt: due.sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
  }
}

function stateOf(
  reports: readonly Reported[],
  taken: readonly RefundFact[],
  money: { goneCents: number; leftCents: number },
): DisputeState {
  if (reports.some((one) => isUndecided(one.status))) return 'open'
  if (taken.some((one) => one.status === 'pending')) return 'open'
  const accepted = reports.some((one) => one.status === 'ACEITA')
  // The bank said yes and has not taken anything yet: the money is about to go.
  if (accepted && money.goneCents === 0 && money.leftCents > 0) return 'open'
  if (accepted || taken.some((one) => one.status === 'succeeded')) return 'lost'
  return reports.every((one) => harmless.includes(one.status)) ? 'won' : 'unknown'
}

const sum = (all: readonly RefundFact[]): number =>
  all.reduce((cents, one) => cents + one.amountCents, 0)

/** What of a receipt neither went back nor is on its way, as the provider tells it. */
const leftOf = (facts: ChargeFacts, receiptId: string): number =>
  facts.refunds
    .filter((one) => one.receiptId === receiptId && one.status !== 'failed')
    .reduce(
      (left, one) => left - one.amountCents,
      facts.receipts.find((one) => one.receiptId === receiptId)?.amountCents ?? 0,
    )

/**
 * The contested amount as far as it can be true: some of Efí's answers write centavos where reais
 * are documented, and no more than came is contested.
 */
export function contestedOf(toldCents: number, receiptCents: number): number {
  if (toldCents > receiptCents && toldCents % 100 === 0 && toldCents / 100 <= receiptCents)
    return toldCents / 100
  return Math.min(toldCents, receiptCents)
}
