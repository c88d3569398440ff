import { lifetimes, mailCodeTries, type Language } from '@chaveiro/contracts/limits'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

import { loginCodes, passwordResets, type codePurposes } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import type { Clearing } from '../../../platform/database/clearing.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { userById, type User } from '../people/people.queries.ts'

// The one mechanism of codes that are mailed, whatever they are for: six digits, ten minutes, five
// tries, once.

export type CodePurpose = (typeof codePurposes)[number]
export type MailedCode = typeof loginCodes.$inferSelect

/** What a mail is about: its code, and whose it is or to which mail it goes. */
export type CodeToMail = { purpose: CodePurpose; user: User | null; email: string | null }

/** Whose code it is, what it is for, and to whom it is mailed. */
type NewCode = Pick<
  typeof loginCodes.$inferInsert,
  'purpose' | 'userId' | 'sessionId' | 'email'
> & { language: Language }

/** The hash by which a secret is kept. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

// Keyed, and with the row's own secret in it: a million codes are quickly tried against a plain
// hash from a stolen table.
const codeHashes = (app: App, secretHash: Buffer, code: string): Buffer[] =>
  app.vault.indexes(code, `login code ${secretHash.toString('base64url')}`)

/**
 * Throw mail.unavailable where the shop has no mail server, for every mail alike: whoever is told
 * that a code was sent would wait for nothing.
 */
export function assertMailServer(app: App): void {
  if (!app.providers.mail) throw fail('mail.unavailable')
}

/** Keep a new code and queue its mail, in the caller's transaction; answers its hash. */
export async function makeCode(
  tx: App,
  { language, ...about }: NewCode,
  secret = newToken(),
): Promise<void> {
  const [hash, code] = [hashOf(secret), String(randomInt(1_000_000)).padStart(6, '0')]
  const now = tx.clock.now()

  await tx.db.insert(loginCodes).values({
    ...about,
    hash,
    codeHash: codeHashes(tx, hash, code)[0]!,
    createdAt: now,
    expiresAt: secondsAfter(now, lifetimes.mailCode),
  })

  const id = hash.toString('base64url')

  await enqueue(tx, 'mail.login-code', {
    id,
    sealedCode: tx.vault.seal(code, 'jobs', id).toString('base64'),
    language,
  })
}

/** That a code can still be tried. */
const isOpen = (app: App) =>
  and(
    isNull(loginCodes.usedAt),
    gt(loginCodes.expiresAt, app.clock.now()),
    lt(loginCodes.tries, mailCodeTries),
  )

/**
 * What a queued mail is about, while its code can still be used; null when it must not be sent any
 * more.
 */
export async function codeToMail(app: App, id: string): Promise<CodeToMail | null> {
  const [row] = await app.db
    .select({ purpose: loginCodes.purpose, userId: loginCodes.userId, email: loginCodes.email })
    .from(loginCodes)
    .where(and(eq(loginCodes.hash, Buffer.from(id, 'base64url')), isOpen(app)))

  if (!row) return null

  const { purpose, userId, email } = row

  return { purpose, user: userId === null ? null : await userById(app, userId), email }
}

/** The newest open code of a session for a purpose, and for one mail where it names one. */
export async function codeOfSession(
  app: App,
  given: { sessionId: string; purpose: CodePurpose; email?: string },
): Promise<MailedCode | null> {
  const [row] = await app.db
    .select()
    .from(loginCodes)
    .where(and(ofSession(given), isOpen(app)))
    .orderBy(desc(loginCodes.createdAt))
    .limit(1)
  return row ?? null
}

const ofSession = (given: { sessionId: string; purpose: CodePurpose; email?: string }) =>
  and(
    eq(loginCodes.sessionId, given.sessionId),
    eq(loginCodes.purpose, given.purpose),
    given.email === undefined ? undefined : eq(loginCodes.email, given.email),
  )

/** Forget the codes that a newer one replaces. */
export const dropCodesOf = (
  tx: App,
  given: { sessionId: string; purpose: CodePurpose; email?: string },
): Promise<unknown> => tx.db.delete(loginCodes).where(ofSession(given))

/**
 * Count a try against a code, while it has one left: counted before the code is checked, so that of
 * many at the same moment five are answered.
 */
export async function takeTry(app: App, hash: Buffer): Promise<MailedCode> {
  const [row] = await inTransaction(app, (tx) =>
    tx.db
      .update(loginCodes)
      .set({ tries: sql`${loginCodes.tries} + 1` })
      .where(and(eq(loginCodes.hash, hash), isOpen(tx)))
      .returning(),
  )

  if (!row) throw fail('login_code.over')

  return row
}

/** Whether these are the digits that were mailed, with or without spaces. */
export const isCodeOf = (app: App, row: MailedCode, given: string): boolean =>
  codeHashes(app, row.hash, given.replace(/\s/g, '')).some((hash) =>
    timingSafeEqual(row.codeHash, hash),
  )

/** The refusal of wrong digits, with the tries that are left. */
export const wrongCode = (row: MailedCode) =>
  fail('login_code.wrong', { left: mailCodeTries - row.tries })

/**
 * Use up a code in the transaction that it opens something in: of two at once, one finds it used.
 */
export async function useUp(tx: App, hash: Buffer): Promise<void> {
  const used = await tx.db
    .update(loginCodes)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(loginCodes.hash, hash), isNull(loginCodes.usedAt)))
    .returning({ hash: loginCodes.hash })
  if (!used.length) throw fail('login_code.over')
}

/** Mailed codes that nobody can use any more. */
export const oldCodes: Clearing = {
  what: 'mailed codes',
  table: loginCodes,
  kept: () => 'a day after they expire',
  due: (app) => lt(loginCodes.expiresAt, secondsAfter(app.clock.now(), -86_400)),
}

/** Links of forgotten passwords that nobody can use any more. */
export const oldResets: Clearing = {
  what: 'links to set a forgotten password',
  table: passwordResets,
  kept: () => '30 days after they expire',
  due: (app) => lt(passwordResets.expiresAt, secondsAfter(app.clock.now(), -30 * 86_400)),
}
