import { z } from 'zod'

import { line, success, uuid } from '../shared.ts'

/** As many rows as one act may be about. */
export const bulkMost = 100

/**
 * Rows and the state each is to have. `version` is what an earlier answer said of the row: one that
 * was changed since then stays as it is, so that the way back of an act undoes that act alone.
 */
export const bulkBody = <S extends z.ZodType>(state: S, most = bulkMost) =>
  z.object({
    rows: z
      .array(z.object({ id: uuid, to: state, version: line(40).optional() }))
      .min(1)
      .max(most)
      .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length),
  })

/** What was changed, from what, and the version it has now; what was left as it is, and why. */
export const bulkReply = <S extends z.ZodType>(state: S) =>
  z.object({
    ...success,
    done: z.array(z.object({ id: z.string(), name: z.string(), from: state, version: z.string() })),
    left: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        why: z.enum(['changed', 'gone', 'refused']),
        /** Why it was refused, in the reader's language. */
        reason: z.string().optional(),
      }),
    ),
  })
