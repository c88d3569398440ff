import { roles, type Role } from '@chaveiro/contracts/limits'

import { promote as promoteUser } from '../domains/accounts/first-admin.service.ts'
import type { Command } from './command.ts'
import { withApp } from './with-app.ts'

/** Give a user a role. */
export const promote: Command = {
  usage: `promote EMAIL ROLE
    ROLE: ${roles.join(', ')}`,
  read([email, role, ...more]) {
    if (!email || !roles.includes(role as Role) || more.length) return null
    return ({ out }) =>
      withApp(async (app) => {
        const user = await promoteUser(app, email, role as Role)
        out(`${user.email} is now ${role} (was ${user.role}).`)

        return 0
      })
  },
}
