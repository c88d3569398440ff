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
 * Counts stand on the sales chart's second axis a hundred times as large, so that both bars are of
 * a size (B023).
 */
export const countScale = 100

/** The doughnuts show this many slices at most (B252). */
export const slices = { products: 8, methods: 6 } as const

/** Reais without cents, as every chart shows them. */
export function chartMoney(amount: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'BRL',
    maximumFractionDigits: 0,
  }).format(amount)
}

/** A part of the whole in percent with one decimal; nothing of nothing is 0. */
export function shareOf(part: number, whole: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(whole > 0 ? part / whole : 0)
}

/** The growth rate as its card shows it: signed, one decimal; it counts as good from 0 on. */
export function growthText(rate: number, language: Language): { text: string; good: boolean } {
  const text = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'always',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(rate / 100)
  return { text, good: rate >= 0 }
}

/** By how many percent a figure changed; from nothing to something is a hundred. */
export function changeOf(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : 100
  return ((now - before) / Math.abs(before)) * 100
}

/** Revenue for each sale; without any sale it is the revenue itself. */
export function averageOrder({
  totalRevenue,
  totalSales,
}: {
  totalRevenue: number
  totalSales: number
}): number {
  return totalRevenue / Math.max(totalSales, 1)
}

// Days and months come as the store's own; UTC only keeps the browser's zone from moving them.
const format =
  (style: Intl.DateTimeFormatOptions) =>
  (date: string, language: Language): string =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(date))

const dayOfYear = format({ day: '2-digit', month: '2-digit' })
const dayWithYear = format({ day: '2-digit', month: '2-digit', year: '2-digit' })

/** The days of an axis in their order; they carry their year where they lie in more than one. */
export function dayTexts(points: readonly { date: string }[], language: Language): string[] {
  const years = new Set(points.map(({ date }) => date.slice(0, 4)))
  const text = years.size > 1 ? dayWithYear : dayOfYear

  return points.map(({ date }) => text(date, language))
}

/** A month on an axis. */
export const monthText = format({ month: 'short', year: '2-digit' })

/** What a person paid with, one entry a name: card and stripe are the same to them (Q71). */
export function methodsByName(
  points: readonly MethodPoint[],
  language: Language,
): { name: string; count: number; amount: number }[] {
  const found = new Map<string, { name: string; count: number; amount: number }>()

  for (const { method, count, amount } of points) {
    const name = methodName(method, language)
    const before = found.get(name) ?? { name, count: 0, amount: 0 }
    found.set(name, { name, count: before.count + count, amount: before.amount + amount })
  }

  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, slices.methods)
}
