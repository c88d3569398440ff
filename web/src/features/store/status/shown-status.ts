import type { Tone } from '../../../ui/badge.tsx'

export type ShownStatus = 'undetected' | 'maintenance' | 'discontinued' | 'offline'

/** Public status of a product; inactive and unknown ones are offline (S130). */
export function shownStatus(status: string): ShownStatus {
  if (status === 'active') return 'undetected'
  if (status === 'maintenance' || status === 'discontinued') return status

  return 'offline'
}

export const shownTones: Record<ShownStatus, Tone> = {
  undetected: 'good',
  maintenance: 'wait',
  discontinued: 'muted',
  offline: 'bad',
}

type StatusCategories = readonly { products: readonly { status: string }[] }[]

/** Number of products offline or in maintenance; discontinued ones do not count. */
export function countTroubled(categories: StatusCategories): number {
  return categories
    .flatMap(({ products }) => products)
    .filter(({ status }) => ['maintenance', 'offline'].includes(shownStatus(status))).length
}
