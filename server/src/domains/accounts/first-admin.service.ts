import type { Role } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'

import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { ConfigError } from '../../platform/config/config.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { hashPassword } from './password/password-hash.ts'
import { passwordFault } from './password/password.rules.ts'
import { countAdmins, lockAdmins, userByEmail, type User } from './people/people.queries.ts'
import { endSessionsOf } from './session/session.service.ts'

/**
 * Create the first admin from the configuration when there is none (Q11). An existing account with
 * the configured email becomes that admin: it gets the configured password, and its sessions end,
 * since another person may have registered it.
 */
export async function ensureFirstAdmin(app: App): Promise<void> {
  if ((await countAdmins(app)) > 0) return

  const firstAdmin = app.config.admin
  if (!firstAdmin) return logMissingAdmin(app)

  const passwordError = passwordFault(firstAdmin.password, 'register', 'admin')
  if (passwordError)
    throw new ConfigError('ADMIN_PASSWORD: from 12 to 128 characters, and not a common one')

  const passwordHash = await hashPassword(firstAdmin.password)

  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const [user] = await tx.db
      .insert(users)
      .values({
        id: newId(now.getTime()),
        name: 'Admin',
        email: firstAdmin.email.trim().toLowerCase(),
        passwordHash,
        role: 'admin',
        createdAt: now,
      })
      .onConflictDoUpdate({
        target: users.email,
        set: {
          role: 'admin',
          passwordHash,
          isBanned: false,
          banReason: null,
          bannedAt: null,
          deletedAt: null,
        },
      })
      .returning()

    await endSessionsOf(tx, user!.id, 'first admin')
    await recordAudit(tx, { action: 'user.first-admin', targetType: 'user', targetId: user!.id })
  })
}

/** Warn only in production: the demo creates its own admins. */
function logMissingAdmin({ config, log }: App): void {
  if (config.production)
    log.warn(
      {},
      'this shop has no admin: set ADMIN_EMAIL and ADMIN_PASSWORD and start it again, ' +
        'or run "chaveiro promote EMAIL admin"',
    )
}

/**
 * Give a user a role from the command line (Q11). Throws account.not_found, and account.last_admin
 * instead of taking the role from the only admin.
 */
export async function promote(app: App, email: string, role: Role): Promise<User> {
  return inTransaction(app, async (tx) => {
    const lockedAdmins = await lockAdmins(tx)
    const user = await userByEmail(tx, email.trim().toLowerCase())
    if (!user) throw fail('account.not_found')
    if (role !== 'admin' && lockedAdmins.length === 1 && lockedAdmins[0] === user.id)
      throw fail('account.last_admin')

    await tx.db.update(users).set({ role }).where(eq(users.id, user.id))

    await recordAudit(tx, {
      action: 'user.role',
      targetType: 'user',
      targetId: user.id,
      details: { before: user.role, after: role, from: 'command line' },
    })

    return user
  })
}
