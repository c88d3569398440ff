import type { Api } from '@chaveiro/contracts'
import type { Handlers } from '../../platform/http/mount.ts'
import { countVisit } from './visits.service.ts'

export const visitsRoutes: Handlers<Api['visits']> = {
  // eslint-disable-next-line typescript/require-await -- counting waits for nothing
  async count(app, { body }) {
    countVisit(app, body.step, body.source)
    return { success: true as const }
  },
}
