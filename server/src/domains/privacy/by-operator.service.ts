import { staffRoles } from '@chaveiro/contracts/limits'

import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { userByEmail, type User } from '../accounts/accounts.queries.ts'
import { deleteByOperator } from '../accounts/deletion.service.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { erasureOf, type Erasure } from './erasure.queries.ts'
import { everythingOf } from './export.service.ts'
import { closingCharges } from './open-charges.service.ts'

// What people ask for by mail, or authorities for them, done by the operator by the same code as
// people do it themselves in the shop (LGPD, art. 18).

/** The person with this mail. Throws account.not_found. */
async function personWith(app: App, email: string): Promise<User> {
  const user = await userByEmail(app, email.trim().toLowerCase())
  if (!user) throw fail('account.not_found')

  return user
}

/** Everything that the shop holds of a person, as he would get it; the trail says who took it (P584). */
export async function exportForOperator(
  app: App,
  email: string,
): Promise<{ user: User; text: AsyncGenerator<string> }> {
  const user = await personWith(app, email)

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
  const user = await personWith(app, email)
  if (staffRoles.includes(user.role)) throw fail('account.staff_stays')

  return { user, erasure: await erasureOf(app, user) }
}

/** Delete a person; what he has open with a provider is closed first. */
export async function eraseByOperator(app: App, { id }: User): Promise<void> {
  await app.kept.reload()
  await closingCharges(app, id, () => deleteByOperator(app, id))
}
