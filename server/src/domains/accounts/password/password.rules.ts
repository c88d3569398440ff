import { password as limits, staffRoles, type Role } from '@chaveiro/contracts/limits'
import { readFileSync } from 'node:fs'

import { fail, type Failure } from '../../../platform/errors.ts'
import { normalPassword } from './password-hash.ts'

const commonPasswords = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
)

/**
 * The reason why a password is refused, or null when it is accepted (Q09). Each occasion has its
 * documented minimum length, and a reset also requires a capital letter and a digit. Common
 * passwords and more than 128 characters are always refused; staff need at least 12.
 */
export function passwordFault(
  passwordInput: string,
  occasion: 'register' | 'reset' | 'change',
  role: Role,
): Failure | null {
  const password = normalPassword(passwordInput)

  const minLength = Math.max(
    { register: limits.registerMin, reset: limits.resetMin, change: limits.changeMin }[occasion],
    staffRoles.includes(role) ? limits.staffMin : 0,
  )

  if (password.length < minLength) return fail('account.password_short', { min: minLength })
  if (password.length > limits.max) return fail('account.password_long', { max: limits.max })
  if (occasion === 'reset' && !(/\p{Lu}/u.test(password) && /\d/.test(password)))
    return fail('account.password_rules')
  if (commonPasswords.has(password.toLowerCase())) return fail('account.password_common')

  return null
}

/**
 * The columns that a new password sets. A user who changes the password wants to lock others out.
 * So login by a linked chat account is disabled until the user proves that account again. The link
 * itself stays, since roles depend on it.
 */
export const newPasswordColumns = (passwordHash: string) => ({
  passwordHash,
  discordProvenAt: null,
})
