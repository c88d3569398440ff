import type { users } from '@chaveiro/contracts/admin/users'

import type { Handlers } from '../../platform/http/mount.ts'
import { usersAdmin } from '../accounts/users.admin.routes.ts'
import { removeWithCharges } from './open-charges.service.ts'

/** Deletion of a person by staff, after closing their open charges at the providers (Q114). */
export const removalAdmin: Pick<Handlers<typeof users>, 'remove'> = {
  remove: (app, input) =>
    removeWithCharges(app, input.params.id, () => usersAdmin.remove(app, input)),
}
