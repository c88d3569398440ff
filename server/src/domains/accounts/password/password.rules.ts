import { password as limits, staffRoles, type Role } from '@chaveiro/contracts/limits'
import { readFileSync } from 'node:fs'

import { fail, type Failure } from '../../../platform/errors.ts'
import { normalPassword } from './password-hash.ts'

const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
)

/**
 * Why a password is refused at a call, or null when it is accepted (Q09). Each call has its
 * documented minimum; all refuse common passwords and more than 128 characters; staff need 12.
 */
export function passwordFault(
  given: string,
  at: 'register' | 'reset' | 'change',
  role: Role,
): Failure | null {
  const password = normalPassword(given)

  const min = Math.max(
    { register: limits.registerMin, reset: limits.resetMin, change: limits.changeMin }[at],
    staffRoles.includes(role) ? limits.staffMin : 0,
  )

  if (password.length < min) return fail('account.password_short', { min })
  if (password.length > limits.max) return fail('account.password_long', { max: limits.max })
  if (at === 'reset' && !(/\p{Lu}/u.test(password) && /\d/.test(password)))
    return fail('account.password_rules')
  if (common.has(password.toLowerCase())) return fail('account.password_common')

  return null
}

/**
 * What a new password changes: whoever sets one wants nobody else in, so that a linked chat account
 * opens nothing until it is proven again. The link itself stays, since roles come with it.
 */
export const madeNew = (passwordHash: string) => ({ passwordHash, discordProvenAt: null })
