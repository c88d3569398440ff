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
 * Create a customer account. The role is always client, whatever the body says. The consent to the
 * terms is stored with version, time and IP address (Q10). A registered email gets 409, as
 * documented; a captcha and a limit of ten calls an hour for one IP address prevent mass checks
 * (Q116).
 */
export async function register(
  app: App,
  input: { name: string; email: string; password: string; termsAccepted?: unknown },
  caller: Caller,
): Promise<SignedIn> {
  if (input.termsAccepted !== true) throw fail('account.terms_required')

  const passwordError = passwordFault(input.password, 'register', 'client')
  if (passwordError) throw passwordError

  await app.limits.count('register', caller.ip)
  const passwordHash = await hashPassword(input.password)

  return createAccount(app, caller, { name: input.name, passwordHash }, async () => ({
    email: input.email,
  }))
}

/** The mail of a new account, and the chat account that its creation links. */
type MadeFor = Pick<
  typeof users.$inferInsert,
  'email' | 'discordId' | 'discordName' | 'discordProvenAt'
>

/**
 * Create a customer's account with consent to the terms, and open its first session. `prepareOwner`
 * uses up the proof of the mail in the same transaction, so a failed registration leaves the proof
 * valid. An account without a password gets a session that proves only the mailbox (Q113). Throws
 * chat.taken and account.email_taken.
 */
export async function createAccount(
  app: App,
  caller: Caller,
  { name, passwordHash }: { name: string; passwordHash: string | null },
  prepareOwner: (tx: App) => Promise<MadeFor>,
): Promise<SignedIn> {
  const savedSettings = await siteSettings(app)
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const accountOwner = await prepareOwner(tx)

    const [user] = await tx.db
      .insert(users)
      .values({
        id: newId(now.getTime()),
        name,
        ...accountOwner,
        emailProvenAt: passwordHash === null ? now : null,
        passwordHash,
        language: caller.language,
        createdAt: now,
        lastLoginAt: now,
      })
      .returning()

    await recordConsent(tx, {
      userId: user!.id,
      terms: savedSettings.termsOfService,
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
        ? { details: accountOwner.discordId ? { discord: true } : { mailCode: true } }
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
