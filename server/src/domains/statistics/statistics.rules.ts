import type { RangeQuery } from '@chaveiro/contracts/admin/ranges'

import type { App } from '../../platform/app.ts'
import { daysAfter } from '../../platform/time/store-calendar.ts'
import { spanOf, type Span } from '../../platform/time/store-ranges.ts'

/** The days of a range, and equally many days before. Throws range.unusable. */
export function spansOf(query: RangeQuery, today: string): { now: Span; before: Span } {
  const now = spanOf(query, today)
  const previousSpan = { from: daysAfter(now.from, -daysOf(now).length), until: now.from }

  return { now, before: previousSpan }
}

/** Every day of a span, so that days without sales are shown too. */
export function daysOf(span: Span): string[] {
  const dayList: string[] = []
  for (let day = span.from; day < span.until; day = daysAfter(day, 1)) dayList.push(day)

  return dayList
}

/** The last twelve months, the current one last, and their span. */
export function lastMonths(today: string): { months: string[]; span: Span } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const monthAt = (offset: number) =>
    new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 7)

  return {
    months: Array.from({ length: 12 }, (_, i) => monthAt(i - 11)),
    span: { from: `${monthAt(-11)}-01`, until: `${monthAt(1)}-01` },
  }
}

/**
 * Growth in percent with two decimals: 0 when both sums are 0, 100 when only the earlier sum is 0
 * (Q82).
 */
export function growthPercent(nowCents: number, beforeCents: number): number {
  if (beforeCents === 0) return nowCents === 0 ? 0 : 100
  return Math.round(((nowCents - beforeCents) / beforeCents) * 10_000) / 100
}

type Fee = { percent: number; fixedCents: number }

/** The fee of a method's provider, from the shop's settings; undefined for an unknown method. */
export const feeOf = ({ config }: App, method: string): Fee | undefined =>
  (config.fees as Record<string, Fee>)[method]

/** A provider's fee of payments in cents: a share of their sum and a fixed part for each. */
export const feeCents = (fee: Fee | undefined, taken: { paid: number; cents: number }): number =>
  fee ? Math.round((taken.cents * fee.percent) / 100) + taken.paid * fee.fixedCents : 0
