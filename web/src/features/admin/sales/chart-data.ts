import type { AdminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { methodName } from '@chaveiro/contracts/method-names'

import type { Reply } from '../../../api/http.ts'

type Of<Name extends keyof AdminApi['statistics']> =
  Reply<AdminApi['statistics'][Name]> extends { data: (infer Point)[] } ? Point : never

export type SalesPoint = Of<'sales'>
export type UsersPoint = Of<'users'>
export type MonthPoint = Of<'revenue'>
export type ProductPoint = Of<'topProducts'>
export type MethodPoint = Of<'paymentMethods'>

/**
 * Scale of counts in the sales chart, so that their bars are as tall as those of the amounts
 * (B023).
 */
export const countScale = 100

/** Largest number of slices in the doughnuts (B252). */
export const sliceLimits = { products: 8, methods: 6 } as const

/** Reais without cents, as in every chart. */
export function chartMoney(amount: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'BRL',
    maximumFractionDigits: 0,
  }).format(amount)
}

/** Share of a total as a percentage with one decimal; 0 % when the total is 0. */
export function formatShare(part: number, whole: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(whole > 0 ? part / whole : 0)
}

/** Growth rate with sign and one decimal; `good` from 0 on. */
export function growthText(rate: number, language: Language): { text: string; good: boolean } {
  const formattedRate = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'always',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(rate / 100)
  return { text: formattedRate, good: rate >= 0 }
}

/** Change in percent; from zero to any other value it is 100. */
export function percentChange(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : 100
  return ((now - before) / Math.abs(before)) * 100
}

/** Revenue per sale; without any sale the revenue itself. */
export function averageOrder({
  totalRevenue,
  totalSales,
}: {
  totalRevenue: number
  totalSales: number
}): number {
  return totalRevenue / Math.max(totalSales, 1)
}

// The dates are the shop's calendar days; UTC keeps the browser's time zone from shifting them.
const dateFormat =
  (style: Intl.DateTimeFormatOptions) =>
  (date: string, language: Language): string =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(date))

const dayOfYear = dateFormat({ day: '2-digit', month: '2-digit' })
const dayWithYear = dateFormat({ day: '2-digit', month: '2-digit', year: '2-digit' })

/** Labels of the days on an axis; with the year if the days span several years. */
export function dayLabels(points: readonly { date: string }[], language: Language): string[] {
  const distinctYears = new Set(points.map(({ date }) => date.slice(0, 4)))
  const formattedRate = distinctYears.size > 1 ? dayWithYear : dayOfYear

  return points.map(({ date }) => formattedRate(date, language))
}

/** Label of a month on an axis. */
export const monthText = dateFormat({ month: 'short', year: '2-digit' })

/** Payment methods by displayed name: card and stripe have the same one (Q71). */
export function methodsByName(
  points: readonly MethodPoint[],
  language: Language,
): { name: string; count: number; amount: number }[] {
  const methodsByLabel = new Map<string, { name: string; count: number; amount: number }>()

  for (const { method, count, amount } of points) {
    const methodLabel = methodName(method, language)
    const methodBefore = methodsByLabel.get(methodLabel) ?? {
      name: methodLabel,
      count: 0,
      amount: 0,
    }
    methodsByLabel.set(methodLabel, {
      name: methodLabel,
      count: methodBefore.count + count,
      amount: methodBefore.amount + amount,
    })
  }

  return [...methodsByLabel.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, sliceLimits.methods)
}
