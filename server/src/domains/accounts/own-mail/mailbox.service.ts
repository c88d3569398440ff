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

// Whoever registers by a password proves no mailbox: somebody may make an account with a stranger's
// mail and wait until its owner comes in by a code, to share the account with him. So the first who
// proves the mailbox has the account to himself.

/**
 * Note, in the caller's transaction, that somebody has just proven the mailbox of an account;
 * answers its user as he is then. The first time what others may hold is made void: the password,
 * every session, open recovery links, the CPF that was kept, and logging in by the chat account that
 * is linked. The link itself stays, since roles come with it.
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
  const cpfDropped = await dropKeptCpf(tx, userId)
  await endSessionsOf(tx, userId, 'mailbox proven')
  const passwordDropped = user.passwordHash !== null

  await recordAudit(tx, {
    action: 'user.mailbox_proven',
    actorId: user.id,
    actorName: user.name,
    targetType: 'user',
    targetId: user.id,
    details: {
      passwordDropped,
      discordLoginDropped: user.discordProvenAt !== null,
      ...(cpfDropped ? { cpfDropped } : {}),
    },
    ip: caller.ip,
  })

  if (passwordDropped)
    await queueNotice(tx, user, { name: 'passwordDropped', email: user.email, values: {} })

  return after!
}

/**
 * The same where the link of a recovery mail has just set the password: that stays, since only the
 * mailbox's owner knows it. A kept CPF goes, since it may be that of somebody else.
 */
export async function proveMailboxByLink(tx: App, user: User): Promise<void> {
  if (user.emailProvenAt) return

  await tx.db
    .update(users)
    .set({ emailProvenAt: tx.clock.now(), discordProvenAt: null })
    .where(eq(users.id, user.id))

  await dropKeptCpf(tx, user.id)
}
