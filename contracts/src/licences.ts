import { z } from 'zod'

import { richText } from './rich-text.ts'
import { route } from './route.ts'
import { success, uuid } from './shared.ts'

/** Calls of customers about their licences. */
export const licences = {
  guide: route({
    method: 'GET',
    path: '/api/users/licenses/:id/guide',
    access: 'session',
    summary: 'How to activate an own licence; null where its product has no guide (L054)',
    params: z.object({ id: uuid }),
    reply: z.object({ ...success, guide: richText.nullable() }),
    errors: ['licence.not_found'],
  }),
}
