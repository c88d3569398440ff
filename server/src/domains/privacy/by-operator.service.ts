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

// Requests by mail, from people or from authorities (LGPD, art. 18). The operator runs the same
// code that people use themselves in the shop.

/** The person with this e-mail. Throws account.not_found. */
async function findPerson(app: App, email: string): Promise<User> {
  const user = await userByEmail(app, email.trim().toLowerCase())
  if (!user) throw fail('account.not_found')

  return user
}

/**
 * Everything that the shop stores about a person, in the same form as their own export; the audit
 * trail records the export (P584).
 */
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

/**
 * The effects of deleting a person. Throws account.not_found and account.staff_stays, like the
 * deletion itself.
 */
export async function erasureForOperator(
  app: App,
  email: string,
): Promise<{ user: User; erasure: Erasure }> {
  const user = await findPerson(app, email)
  if (staffRoles.includes(user.role)) throw fail('account.staff_stays')

  return { user, erasure: await erasureOf(app, user) }
}

/** Delete a person, after closing their open charges at providers. */
export async function eraseByOperator(app: App, { id }: User): Promise<void> {
  await app.providerSettings.reload()
  await removeWithCharges(app, id, () => deleteByOperator(app, id))
}
