import type { Role } from '@chaveiro/contracts/limits'

import { decodeToken, type TokenClaims } from './session.ts'

/** State for the permission page (S203 to S206); `from` is where the visitor wanted to go (Q03). */
export type PermissionState = {
  type: 'no-auth' | 'token-error' | 'insufficient-permissions' | 'auth-error' | 'denied'
  message?: string
  requiredRole?: Role | readonly Role[]
  currentRole?: string
  from?: string
}

/** Why a stored token may not open a page; null if it may. Expiry is not checked here (Q04). */
export function guardRefusal(
  readToken: () => string | null,
  allowed: Role | readonly Role[],
  decode: (token: string) => TokenClaims | null = decodeToken,
): PermissionState | null {
  try {
    const token = readToken()
    if (!token) return { type: 'no-auth', message: 'Acesso não autorizado. Por favor, faça login.' }

    const tokenClaims = decode(token)
    if (!tokenClaims) return { type: 'token-error', message: checkFailure('permissões') }

    const allowedRoles: readonly Role[] = typeof allowed === 'string' ? [allowed] : allowed

    if (allowedRoles.includes(tokenClaims.role)) return null

    return {
      type: 'insufficient-permissions',
      requiredRole: allowed,
      currentRole: tokenClaims.role,
    }
  } catch {
    return { type: 'auth-error', message: checkFailure('autenticação') }
  }
}

const checkFailure = (what: string) => `Erro ao verificar ${what}. Por favor, faça login novamente.`
