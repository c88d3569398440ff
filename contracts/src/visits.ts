import { z } from 'zod'

import { route } from './route.ts'
import { success } from './shared.ts'
import { visitSteps } from './visit-steps.ts'

/** Visits are counted as daily sums: no cookie, no IP address, no personal data (P400). */
export const visits = {
  count: route({
    method: 'POST',
    path: '/api/visits',
    access: 'public',
    summary: 'Count one step of a visit, and where it came from',
    body: z.object({ step: z.enum(visitSteps), source: z.string().max(200).optional() }),
    reply: z.object(success),
  }),
}
