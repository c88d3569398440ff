import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { createHash } from 'node:crypto'

// argon2id, 19 MiB, two passes (the first choice of OWASP). No other work in a request is this
// slow.
const argonOptions = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * A password in the form that is hashed. Keyboards compose letters such as "ã" differently; NFKC
 * makes them equal (Q118).
 */
export const normalPassword = (password: string): string => password.normalize('NFKC')

/** Hash a password to be stored. */
export const hashPassword = (password: string): Promise<string> =>
  argonHash(normalPassword(password), argonOptions)

/**
 * Whether a password matches a hash. The result is 'old' when the hash matches only without
 * normalisation, as earlier versions hashed it. A malformed hash matches no password.
 */
export async function checkPassword(
  hash: string,
  password: string,
): Promise<'fits' | 'old' | null> {
  const matchesForm = (form: string) => argonVerify(hash, form).catch(() => false)
  const normalForm = normalPassword(password)
  const fitsNormal = await matchesForm(normalForm)
  // Check both forms in any case, so that the time depends only on the password.
  const fitsAsTyped = normalForm !== password && (await matchesForm(password))
  if (fitsNormal) return 'fits'

  return fitsAsTyped ? 'old' : null
}

/**
 * A hash to verify when a user is unknown or has no password, so that the reply takes the same time
 * (R022).
 */
export const nobodysHash = argonHash('nobody has this password', argonOptions)

/**
 * The hash of a value such as an email, for the tables of rate limits, which must not store it in
 * clear.
 */
export const limitKeyOf = (name: string): string =>
  createHash('sha256').update(name).digest('base64url')
