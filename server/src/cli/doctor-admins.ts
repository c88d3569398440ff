import { counted } from '@chaveiro/contracts/counted'

import { countAdmins } from '../domains/accounts/people/people.queries.ts'
import type { Check } from './doctor-checks.ts'

const todo =
  'run "promote EMAIL admin" for an account of yours, or set ADMIN_EMAIL and ADMIN_PASSWORD and restart'

/** Whether the shop has an admin. */
export const checkAdmins: Check = async (app) => {
  const adminCount = await countAdmins(app)
  return adminCount
    ? [
        {
          about: 'admins',
          state: 'ok',
          seen: `${counted(adminCount, 'admin', 'admins')} may log in`,
        },
      ]
    : [{ about: 'admins', state: 'broken', seen: 'none: nobody runs this shop', todo }]
}
