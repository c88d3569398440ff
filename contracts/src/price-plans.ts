// Values in the history of prices and in scheduled prices.

/**
 * Why a price changed: product created, set by a person, currency changed, scheduled price started
 * or ended.
 */
export const priceCauses = ['made', 'hand', 'currency', 'plan_start', 'plan_end'] as const

/**
 * Status of a scheduled price. done: it started for good, or has ended. overruled: a person set
 * another price meanwhile. missed: it ended before it could start, or its product was deleted.
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
