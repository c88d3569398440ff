import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { createHash } from 'node:crypto'

// argon2id, 19 MiB, two passes (first choice of OWASP): the only slow work in a request.
const argonOptions = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * A password in the form that is hashed: the same for each keyboard's composition of letters
 * (Q118).
 */
export const normalPassword = (password: string): string => password.normalize('NFKC')

/** Hash a password to be stored. */
export const hashPassword = (password: string): Promise<string> =>
  argonHash(normalPassword(password), argonOptions)

/**
 * Whether a password matches a hash; 'old' when it matches only as typed, as earlier versions
 * hashed it. A hash that cannot be read matches none.
 */
export async function checkPassword(
  hash: string,
  password: string,
): Promise<'fits' | 'old' | null> {
  const matchesForm = (form: string) => argonVerify(hash, form).catch(() => false)
  const normalForm = normalPassword(password)
  const fitsNormal = await matchesForm(normalForm)
  // Checked in any case, so that the time depends only on the password.
  const fitsAsTyped = normalForm !== password && (await matchesForm(password))
  if (fitsNormal) return 'fits'

  return fitsAsTyped ? 'old' : null
}

/** Checked for an unknown email, so that both replies take the same time (R022). */
export const nobodysHash = argonHash('nobody has this password', argonOptions)

/** The hash of a name such as an email, for tables of limits that must not store it in clear. */
export const limitKeyOf = (name: string): string =>
  createHash('sha256').update(name).digest('base64url')
