import { lifetimes, mailCodeTries, type Language } from '@chaveiro/contracts/limits'
import type { CodePurpose } from '@chaveiro/contracts/states'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

import { loginCodes, passwordResets } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import type { Clearing } from '../../../platform/database/clearing.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { userById, type User } from '../people/people.queries.ts'

// Mailed codes for all purposes: six digits, valid for ten minutes and five tries, used once.

export type MailedCode = typeof loginCodes.$inferSelect

/**
 * The content of a queued code mail: its purpose, and the user or the mail address that receives
 * it.
 */
export type CodeToMail = { purpose: CodePurpose; user: User | null; email: string | null }

/** The owner, purpose and mail address of a new code. */
type NewCode = Pick<
  typeof loginCodes.$inferInsert,
  'purpose' | 'userId' | 'sessionId' | 'email'
> & { language: Language }

/** The hash under which a secret is stored. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

// A code has only a million values, so an attacker with a stolen table could reverse a plain hash.
// The hash is therefore keyed by STORE_SECRET and salted with the secret hash of the row.
const codeHashes = (app: App, secretHash: Buffer, code: string): Buffer[] =>
  app.vault.indexes(code, `login code ${secretHash.toString('base64url')}`)

/**
 * Throw mail.unavailable in a shop without a mail server, where the user would wait for a code that
 * never comes. Addresses with and without an account get the same error.
 */
export function assertMailServer(app: App): void {
  if (!app.providers.mail) throw fail('mail.unavailable')
}

/** Store a new code under the hash of `secret` and queue its mail, in the caller's transaction. */
export async function createCode(
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

const isOpenCode = (app: App) =>
  and(
    isNull(loginCodes.usedAt),
    gt(loginCodes.expiresAt, app.clock.now()),
    lt(loginCodes.tries, mailCodeTries),
  )

/**
 * The content of a queued mail while its code is valid, otherwise null: then the mail must not be
 * sent.
 */
export async function codeToMail(app: App, id: string): Promise<CodeToMail | null> {
  const [codeRow] = await app.db
    .select({ purpose: loginCodes.purpose, userId: loginCodes.userId, email: loginCodes.email })
    .from(loginCodes)
    .where(and(eq(loginCodes.hash, Buffer.from(id, 'base64url')), isOpenCode(app)))

  if (!codeRow) return null

  const { purpose, userId, email } = codeRow

  return { purpose, user: userId === null ? null : await userById(app, userId), email }
}

/** The newest open code of a session for a purpose and, if given, for one mail address. */
export async function codeOfSession(
  app: App,
  codeFilter: { sessionId: string; purpose: CodePurpose; email?: string },
): Promise<MailedCode | null> {
  const [row] = await app.db
    .select()
    .from(loginCodes)
    .where(and(isOfSession(codeFilter), isOpenCode(app)))
    .orderBy(desc(loginCodes.createdAt))
    .limit(1)
  return row ?? null
}

const isOfSession = (codeFilter: { sessionId: string; purpose: CodePurpose; email?: string }) =>
  and(
    eq(loginCodes.sessionId, codeFilter.sessionId),
    eq(loginCodes.purpose, codeFilter.purpose),
    codeFilter.email === undefined ? undefined : eq(loginCodes.email, codeFilter.email),
  )

/** Delete the codes that a new code replaces. */
export const deleteCodesOf = (
  tx: App,
  codeFilter: { sessionId: string; purpose: CodePurpose; email?: string },
): Promise<unknown> => tx.db.delete(loginCodes).where(isOfSession(codeFilter))

/**
 * Count a try against a code and return the code. The try is counted before the check, so of many
 * concurrent tries no more than five are checked. Throws login_code.over.
 */
export async function takeCodeTry(app: App, hash: Buffer): Promise<MailedCode> {
  const [codeRow] = await inTransaction(app, (tx) =>
    tx.db
      .update(loginCodes)
      .set({ tries: sql`${loginCodes.tries} + 1` })
      .where(and(eq(loginCodes.hash, hash), isOpenCode(tx)))
      .returning(),
  )

  if (!codeRow) throw fail('login_code.over')

  return codeRow
}

/** Whether the input is the mailed code, with or without spaces. */
export const isCodeOf = (app: App, row: MailedCode, codeInput: string): boolean =>
  codeHashes(app, row.hash, codeInput.replace(/\s/g, '')).some((hash) =>
    timingSafeEqual(row.codeHash, hash),
  )

/** The error for a wrong code, with the number of tries left. */
export const wrongCode = (row: MailedCode) =>
  fail('login_code.wrong', { left: mailCodeTries - row.tries })

/**
 * Use up a code in the transaction of its effect. Of two concurrent calls the second throws
 * login_code.over.
 */
export async function useUpCode(tx: App, hash: Buffer): Promise<void> {
  const usedRows = await tx.db
    .update(loginCodes)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(loginCodes.hash, hash), isNull(loginCodes.usedAt)))
    .returning({ hash: loginCodes.hash })
  if (!usedRows.length) throw fail('login_code.over')
}

/** Mailed codes that expired more than a day ago, used or not. */
export const oldCodes: Clearing = {
  what: 'mailed codes',
  table: loginCodes,
  period: () => 'a day after they expire',
  due: (app) => lt(loginCodes.expiresAt, secondsAfter(app.clock.now(), -86_400)),
}

/** Recovery links past their expiry, used or not. */
export const oldResets: Clearing = {
  what: 'links to set a forgotten password',
  table: passwordResets,
  period: () => '30 days after they expire',
  due: (app) => lt(passwordResets.expiresAt, secondsAfter(app.clock.now(), -30 * 86_400)),
}
