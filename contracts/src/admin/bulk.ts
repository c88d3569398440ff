import { z } from 'zod'

import { line, success, uuid } from '../shared.ts'

/** The maximum of rows in one bulk action. */
export const bulkMost = 100

/**
 * Rows with their requested states. A row whose `version` changed since the client read it is
 * skipped, so an undo reverts only its own bulk action.
 */
export const bulkBody = <S extends z.ZodType>(state: S, most = bulkMost) =>
  z.object({
    rows: z
      .array(z.object({ id: uuid, to: state, version: line(40).optional() }))
      .min(1)
      .max(most)
      .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length),
  })

/** Changed rows with their previous state and new version; skipped rows with the reason. */
export const bulkReply = <S extends z.ZodType>(state: S) =>
  z.object({
    ...success,
    done: z.array(z.object({ id: z.string(), name: z.string(), from: state, version: z.string() })),
    left: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        why: z.enum(['changed', 'gone', 'refused']),
        /** Reason of the refusal, in the reader's language. */
        reason: z.string().optional(),
      }),
    ),
  })
