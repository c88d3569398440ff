import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'

// argon2id, 19 MiB, two passes (OWASP's first choice): the only slow thing a request may do.
const argon = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hash a password for keeping. */
export const hashPassword = (password: string): Promise<string> => argonHash(password, argon)
/** Whether a password is the one of a hash; a hash that cannot be read fits none. */
export const checkPassword = (hash: string, password: string): Promise<boolean> =>
  argonVerify(hash, password).catch(() => false)
/** Checked when nobody has the email, so that both answers take the same time (R22). */
export const nobodysHash = argonHash('nobody has this password', argon)
