import type { Api } from '@chaveiro/contracts'

import type { Handlers } from '../../platform/http/mount.ts'
import { countVisit } from './visits.service.ts'

export const visitsRoutes: Handlers<Api['visits']> = {
  // eslint-disable-next-line typescript/require-await -- counting waits for nothing
  async count(app, { body, caller }) {
    countVisit(app, body.step, { given: body.source, ip: caller.ip })
    return { success: true as const }
  },
}
