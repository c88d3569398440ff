// What the history of prices and the prices to come tell of themselves.

/**
 * What made a price: the product was made, a person typed it, its currency was changed, a scheduled
 * price began or ended.
 */
export const priceCauses = ['made', 'hand', 'currency', 'plan_start', 'plan_end'] as const

/**
 * How a scheduled price stands. done: it began for good, or ended at its time. overruled: somebody
 * typed another price while it ran. missed: its time was over before it could begin, or what it was
 * for was deleted.
 */
export const planStates = [
  'waiting',
  'running',
  'done',
  'cancelled',
  'overruled',
  'missed',
] as const

export type PlanState = (typeof planStates)[number]
