import { z } from 'zod'

import { dayIn, uuid } from '../shared.ts'

// Filters as forms and URLs send them: an empty one, and 'all', mean no filter.

/** A search text; nothing typed is no search. */
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

/** A column to sort by, rising or, after a minus, falling; empty is the order of the list itself. */
export const sortBy = <const T extends readonly [string, ...string[]]>(columns: T) =>
  z
    .union([
      z.enum(columns),
      z.enum(columns.map((column) => `-${column}`) as [`-${T[number]}`]),
      z.literal(''),
    ])
    .optional()
    .transform((value) => (value || undefined) as T[number] | `-${T[number]}` | undefined)

/** Of one customer, or of everybody. */
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
