import { eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/mount.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { dropKeptCpf } from '../kept-cpf/kept-cpf.service.ts'
import { queueNotice } from '../people/notices.service.ts'
import type { User } from '../people/people.queries.ts'
import { endSessionsOf } from '../session/session.service.ts'
import { dropRecoveries } from './recoveries.service.ts'

// Registering with a password does not prove the mailbox. A stranger could register another
// person's mail, wait until that person logs in by a code, and share the account. So the first
// proof of the mailbox removes every other access to the account.

/**
 * Record in the caller's transaction that a user proved their mailbox; returns the updated user.
 * The first proof voids everything a stranger may have set: password, sessions, recovery links, the
 * kept CPF, and login by a linked chat account. The link itself stays, since roles depend on it.
 */
export async function proveMailbox(tx: App, userId: string, caller: Caller): Promise<User> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update')
  if (!user || user.deletedAt) throw fail('login_code.over')
  if (user.emailProvenAt) return user

  const [after] = await tx.db
    .update(users)
    .set({ emailProvenAt: tx.clock.now(), passwordHash: null, discordProvenAt: null })
    .where(eq(users.id, userId))
    .returning()

  await dropRecoveries(tx, userId)
  const wasCpfKept = await dropKeptCpf(tx, userId)
  await endSessionsOf(tx, userId, 'mailbox proven')
  const hadPassword = user.passwordHash !== null

  await recordAudit(tx, {
    action: 'user.mailbox_proven',
    actorId: user.id,
    actorName: user.name,
    targetType: 'user',
    targetId: user.id,
    details: {
      passwordDropped: hadPassword,
      discordLoginDropped: user.discordProvenAt !== null,
      ...(wasCpfKept ? { cpfDropped: wasCpfKept } : {}),
    },
    ip: caller.ip,
  })

  if (hadPassword)
    await queueNotice(tx, user, { name: 'passwordDropped', email: user.email, values: {} })

  return after!
}

/**
 * Record that a user proved their mailbox by a recovery link. The password stays, since the owner
 * of the mailbox just set it. A kept CPF is removed, since it may be another person's.
 */
export async function proveMailboxByLink(tx: App, user: User): Promise<void> {
  if (user.emailProvenAt) return

  await tx.db
    .update(users)
    .set({ emailProvenAt: tx.clock.now(), discordProvenAt: null })
    .where(eq(users.id, user.id))

  await dropKeptCpf(tx, user.id)
}
