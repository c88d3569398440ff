// Apart from the calls, so that the browser's range choice needs no schemas.

export const ranges = ['7d', '30d', '90d', '1y', 'today'] as const
export type Range = (typeof ranges)[number]
export const defaultRange: Range = '30d'
