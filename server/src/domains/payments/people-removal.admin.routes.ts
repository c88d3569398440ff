import type { users } from '@chaveiro/contracts/admin/users'
import { Failure } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { usersAdmin } from '../accounts/users.admin.routes.ts'
import { closeChargesOf } from './checkout/close-charge.service.ts'

const rounds = 5

/**
 * Delete a person, whose open charges are closed at their providers first (Q114). The account
 * refuses deletion while a charge is open, as its last check. So charges are closed only for
 * somebody who may be deleted, and a charge opened meanwhile is closed too.
 */
export const removalAdmin: Pick<Handlers<typeof users>, 'remove'> = {
  async remove(app, input) {
    for (let round = 1; ; round++) {
      try {
        return await usersAdmin.remove(app, input)
      } catch (error) {
        const open = error instanceof Failure && error.code === 'account.charges_open'
        if (!open || round === rounds) throw error
        await closeChargesOf(app, input.params.id)
      }
    }
  },
}
