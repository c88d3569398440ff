import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/mount.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { recordAudit, recordConsent } from '../../audit/audit.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'
import { hashPassword } from '../password/password-hash.ts'
import { passwordFault } from '../password/password.rules.ts'
import { openSession } from '../session/session.service.ts'
import type { SignedIn } from './login.service.ts'

/**
 * Create a customer account. The role is always client, whatever the body says; the terms are
 * stored with version, time and address (Q10). That an email is taken is said, as documented (409),
 * but no more than ten times an hour to one address and never without a captcha (Q116).
 */
export async function register(
  app: App,
  input: { name: string; email: string; password: string; termsAccepted?: unknown },
  caller: Caller,
): Promise<SignedIn> {
  if (input.termsAccepted !== true) throw fail('account.terms_required')

  const fault = passwordFault(input.password, 'register', 'client')
  if (fault) throw fault

  await app.limits.count('register', caller.ip)
  const passwordHash = await hashPassword(input.password)

  return createAccount(app, caller, { name: input.name, passwordHash }, async () => ({
    email: input.email,
  }))
}

/** The mail that an account is made for, and the chat account that it is linked to from the start. */
type MadeFor = Pick<
  typeof users.$inferInsert,
  'email' | 'discordId' | 'discordName' | 'discordProvenAt'
>

/**
 * Make a customer's account, with his consent to the terms, and open its first session. The mail is
 * found in the same transaction, so that what proves it is used up with it. Without a password the
 * session proves no more than its mailbox (Q113).
 */
export async function createAccount(
  app: App,
  caller: Caller,
  { name, passwordHash }: { name: string; passwordHash: string | null },
  madeFor: (tx: App) => Promise<MadeFor>,
): Promise<SignedIn> {
  const site = await siteSettings(app)
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const made = await madeFor(tx)

    const [user] = await tx.db
      .insert(users)
      .values({
        id: newId(now.getTime()),
        name,
        ...made,
        emailProvenAt: passwordHash === null ? now : null,
        passwordHash,
        language: caller.language,
        createdAt: now,
        lastLoginAt: now,
      })
      .returning()

    await recordConsent(tx, {
      userId: user!.id,
      terms: site.termsOfService,
      channel: 'registration',
      ip: caller.ip,
      userAgent: caller.userAgent,
      language: caller.language,
    })

    await recordAudit(tx, {
      action: 'register',
      actorId: user!.id,
      actorName: user!.name,
      targetType: 'user',
      targetId: user!.id,
      ...(passwordHash === null
        ? { details: made.discordId ? { discord: true } : { mailCode: true } }
        : {}),
      ip: caller.ip,
    })

    await enqueue(tx, 'mail.welcome', { userId: user!.id })

    return { user: user!, tokens: await openSession(tx, user!, caller, passwordHash !== null) }
  }).catch((error) => {
    if (isDuplicate(error, 'users_discord')) throw fail('chat.taken')
    throw isDuplicate(error) ? fail('account.email_taken') : error
  })
}
