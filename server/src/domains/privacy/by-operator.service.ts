import { staffRoles } from '@chaveiro/contracts/limits'

import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { deleteByOperator } from '../accounts/deletion.service.ts'
import { userByEmail, type User } from '../accounts/people/people.queries.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { erasureOf, type Erasure } from './erasure.queries.ts'
import { everythingOf } from './export.service.ts'
import { removeWithCharges } from './open-charges.service.ts'

// What people ask for by mail, or authorities for them, done by the operator by the same code as
// people do it themselves in the shop (LGPD, art. 18).

/** The person with this mail. Throws account.not_found. */
async function findPerson(app: App, email: string): Promise<User> {
  const user = await userByEmail(app, email.trim().toLowerCase())
  if (!user) throw fail('account.not_found')

  return user
}

/** Everything that the shop holds of a person, as they would get it; the audit trail records the export (P584). */
export async function exportForOperator(
  app: App,
  email: string,
): Promise<{ user: User; text: AsyncGenerator<string> }> {
  const user = await findPerson(app, email)

  await inTransaction(app, (tx) =>
    recordAudit(tx, {
      action: 'user.exported',
      targetType: 'user',
      targetId: user.id,
      details: { from: 'command line' },
    }),
  )

  return { user, text: everythingOf(app, user.id) }
}

/** What deleting a person would do. Throws account.not_found and account.staff_stays, as it would. */
export async function erasureForOperator(
  app: App,
  email: string,
): Promise<{ user: User; erasure: Erasure }> {
  const user = await findPerson(app, email)
  if (staffRoles.includes(user.role)) throw fail('account.staff_stays')

  return { user, erasure: await erasureOf(app, user) }
}

/** Delete a person; their open charges at providers are closed first. */
export async function eraseByOperator(app: App, { id }: User): Promise<void> {
  await app.kept.reload()
  await removeWithCharges(app, id, () => deleteByOperator(app, id))
}
