import type { Role } from '@chaveiro/contracts/limits'

import { decodeToken, type TokenClaims } from './session.ts'

/**
 * What the permission page is told (S203 to S206); `from` is where the visitor wanted to go (Q03).
 */
export type PermissionState = {
  type: 'no-auth' | 'token-error' | 'insufficient-permissions' | 'auth-error' | 'denied'
  message?: string
  requiredRole?: Role | readonly Role[]
  currentRole?: string
  from?: string
}

/** Whether a stored token opens a page; expiry is not checked here (Q04). Null means come in. */
export function guardRefusal(
  readToken: () => string | null,
  allowed: Role | readonly Role[],
  decode: (token: string) => TokenClaims | null = decodeToken,
): PermissionState | null {
  try {
    const token = readToken()
    if (!token) return { type: 'no-auth', message: 'Acesso não autorizado. Por favor, faça login.' }

    const claims = decode(token)
    if (!claims) return { type: 'token-error', message: notChecked('permissões') }

    const roles: readonly Role[] = typeof allowed === 'string' ? [allowed] : allowed

    return roles.includes(claims.role)
      ? null
      : { type: 'insufficient-permissions', requiredRole: allowed, currentRole: claims.role }
  } catch {
    return { type: 'auth-error', message: notChecked('autenticação') }
  }
}

const notChecked = (what: string) => `Erro ao verificar ${what}. Por favor, faça login novamente.`
