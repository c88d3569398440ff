import type { Api } from '@chaveiro/contracts'

import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { guideOfLicence } from './guide.queries.ts'

/** A customer's calls about their licences. */
export const licencesRoutes: Handlers<Api['licences']> = {
  async guide(app, { params, principal, caller }) {
    const ownGuide = await guideOfLicence(app, params.id, principal.userId, caller.language)
    if (!ownGuide) throw fail('licence.not_found')

    return { success: true as const, ...ownGuide }
  },
}
