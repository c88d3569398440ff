import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { createHash } from 'node:crypto'

// argon2id, 19 MiB, two passes (OWASP's first choice): the only slow thing a request may do.
const argon = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * A password in the form that is hashed: the same however a keyboard composes its letters (Q118).
 */
export const normalPassword = (password: string): string => password.normalize('NFKC')

/** Hash a password to be stored. */
export const hashPassword = (password: string): Promise<string> =>
  argonHash(normalPassword(password), argon)

/**
 * Whether a password matches a hash: 'old' when it matches only as typed, as hashes were made
 * before. A hash that cannot be read matches none.
 */
export async function checkPassword(
  hash: string,
  password: string,
): Promise<'fits' | 'old' | null> {
  const verify = (form: string) => argonVerify(hash, form).catch(() => false)
  const normal = normalPassword(password)
  const fits = await verify(normal)
  // Checked whatever the first result was: the time taken depends on the password alone.
  const fitsAsTyped = normal !== password && (await verify(password))
  if (fits) return 'fits'

  return fitsAsTyped ? 'old' : null
}

/** Checked when nobody has the email, so that both answers take the same time (R022). */
export const nobodysHash = argonHash('nobody has this password', argon)

/**
 * A name for limits to count under what must not stand in their table as it is, such as an email.
 */
export const limitKey = (name: string): string =>
  createHash('sha256').update(name).digest('base64url')
