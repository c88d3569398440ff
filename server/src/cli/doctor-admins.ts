import { counted } from '@chaveiro/contracts/counted'

import { countAdmins } from '../domains/accounts/people/people.queries.ts'
import type { Check } from './doctor-checks.ts'

const todo =
  'run "promote EMAIL admin" for an account of yours, or set ADMIN_EMAIL and ADMIN_PASSWORD and restart'

/** Whether anybody may do everything in the back office. */
export const admins: Check = async (app) => {
  const count = await countAdmins(app)
  return count
    ? [{ about: 'admins', state: 'ok', seen: `${counted(count, 'admin', 'admins')} may log in` }]
    : [{ about: 'admins', state: 'broken', seen: 'none: nobody runs this shop', todo }]
}
