import type { Tone } from '../../../ui/badge.tsx'

export type Shown = 'undetected' | 'maintenance' | 'discontinued' | 'offline'

/** What the public sees of a product's status; inactive or anything else is offline (S130). */
export function shownStatus(status: string): Shown {
  if (status === 'active') return 'undetected'
  return status === 'maintenance' || status === 'discontinued' ? status : 'offline'
}

export const shownTones: Record<Shown, Tone> = {
  undetected: 'good',
  maintenance: 'wait',
  discontinued: 'muted',
  offline: 'bad',
}

type Categories = readonly { products: readonly { status: string }[] }[]

/** How many products are down or in maintenance; what is discontinued is no trouble. */
export function troubled(categories: Categories): number {
  return categories
    .flatMap(({ products }) => products)
    .filter(({ status }) => ['maintenance', 'offline'].includes(shownStatus(status))).length
}
