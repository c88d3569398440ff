import { createHash } from 'node:crypto'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'

// argon2id, 19 MiB, two passes (OWASP's first choice): the only slow thing a request may do.
const argon = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** A password as it is hashed: one form, however a keyboard composes its letters (Q118). */
export const normalPassword = (password: string): string => password.normalize('NFKC')
/** Hash a password for keeping. */
export const hashPassword = (password: string): Promise<string> =>
  argonHash(normalPassword(password), argon)

/**
 * Whether a password is the one of a hash: 'old' when it fits only as it was typed, as hashes were
 * made before; a hash that cannot be read fits none.
 */
export async function checkPassword(
  hash: string,
  password: string,
): Promise<'fits' | 'old' | null> {
  const verify = (form: string) => argonVerify(hash, form).catch(() => false)
  const normal = normalPassword(password)
  const fits = await verify(normal)
  // Asked whatever the first answer was: how long it takes hangs on the password alone.
  const fitsAsTyped = normal !== password && (await verify(password))
  if (fits) return 'fits'
  return fitsAsTyped ? 'old' : null
}
/** Checked when nobody has the email, so that both answers take the same time (R22). */
export const nobodysHash = argonHash('nobody has this password', argon)

/**
 * A name under which limits count what must not stand in their table as it is, such as an email.
 */
export const limitKey = (name: string): string =>
  createHash('sha256').update(name).digest('base64url')
