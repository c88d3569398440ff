import { roles, type Role } from '@chaveiro/contracts/limits'

import { promote as promoteUser } from '../domains/accounts/first-admin.service.ts'
import type { Command } from './command.ts'
import { withApp } from './with-app.ts'

/** Gives a user a role. */
export const promoteCommand: Command = {
  usage: `promote EMAIL ROLE
    ROLE: ${roles.join(', ')}`,
  read([email, role, ...more]) {
    if (!email || !roles.includes(role as Role) || more.length) return null
    return ({ out }) =>
      withApp(async (app) => {
        const promotedUser = await promoteUser(app, email, role as Role)
        out(`${promotedUser.email} is now ${role} (was ${promotedUser.role}).`)

        return 0
      })
  },
}
