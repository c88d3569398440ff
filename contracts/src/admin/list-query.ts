import { z } from 'zod'

import { dayIn, uuid } from '../shared.ts'

// Filters as forms and URLs send them: an empty one and 'all' are no filter.

/** A search text; empty is no search. */
export const searchText = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((text) => text || undefined)

/** One of some values, or no filter. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.enum(values), z.enum(['', 'all'])])
    .optional()
    .transform(
      (value) => (value === '' || value === 'all' ? undefined : value) as T[number] | undefined,
    )

/** A sort column, ascending or, after a minus, descending; empty is the list's default order. */
export const sortBy = <const T extends readonly [string, ...string[]]>(columns: T) =>
  z
    .union([
      z.enum(columns),
      z.enum(columns.map((column) => `-${column}`) as [`-${T[number]}`]),
      z.literal(''),
    ])
    .optional()
    .transform((value) => (value || undefined) as T[number] | `-${T[number]}` | undefined)

/** Rows of one customer, or of all. */
export const ofCustomer = z
  .union([uuid, z.literal('')])
  .optional()
  .transform((id) => id || undefined)

/** A day in the store's time zone, YYYY-MM-DD; a longer instant is cut to its day (Q36). */
export const storeDate = z
  .union([
    z.literal(''),
    z
      .string()
      .max(40)
      .transform((text) => text.slice(0, 10))
      .pipe(dayIn),
  ])
  .optional()
  .transform((day) => day || undefined)
