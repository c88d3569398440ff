import type { Api } from '@chaveiro/contracts'

import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { guideOf } from './guide.queries.ts'

/** A customer's calls about their licences. */
export const licencesRoutes: Handlers<Api['licences']> = {
  async guide(app, { params, principal, caller }) {
    const guide = await guideOf(app, params.id, principal.userId, caller.language)
    if (!guide) throw fail('licence.not_found')

    return { success: true as const, ...guide }
  },
}
