import { createHmac, timingSafeEqual } from 'node:crypto'

import { EfiRefusal } from './errors.ts'
import type { Efi } from './model.ts'

/**
 * POST /oauth/token: Basic credentials and grant_type=client_credentials, as JSON or form. Tokens
 * are signed, so they stay valid after a restart of the sandbox.
 */
export function issueToken(
  efi: Efi,
  authorization: string | undefined,
  body: string,
  contentType: string,
): Record<string, unknown> {
  const { pixClientId, pixClientSecret } = efi.core.credentials
  const expectedHeader = `Basic ${Buffer.from(`${pixClientId}:${pixClientSecret}`).toString('base64')}`
  if (!isSameSecret(authorization ?? '', expectedHeader))
    throw new OAuthRefusal(401, 'invalid_client', 'Invalid or inactive credentials')

  const requestFields = requestFieldsOf(body, contentType)
  const { tokenSeconds, tokenForm, scopes } = efi.settings.get()
  if (tokenForm && !contentType.startsWith('application/x-www-form-urlencoded'))
    throw new OAuthRefusal(400, 'invalid_request', 'application/x-www-form-urlencoded is required')
  if (requestFields['grant_type'] !== 'client_credentials')
    throw new OAuthRefusal(400, 'unsupported_grant_type', 'grant_type must be client_credentials')

  const grantedScope = grantedScopes(
    scopes,
    tokenForm ? (requestFields['scope'] ?? '') : requestFields['scope'],
  )

  const encodedClaims = Buffer.from(
    JSON.stringify({
      exp: efi.core.clock.now() + tokenSeconds * 1000,
      sub: pixClientId,
      scope: grantedScope,
    }),
  ).toString('base64url')

  return {
    access_token: `${encodedClaims}.${signature(efi, encodedClaims)}`,
    token_type: 'Bearer',
    expires_in: tokenSeconds,
    scope: grantedScope,
  }
}

/** Refuses a call without a valid token that has the required scope. */
export function checkToken(efi: Efi, authorization: string | undefined, needed?: string): void {
  const [scheme, token = ''] = (authorization ?? '').split(' ', 2)
  const [encodedClaims = '', signed = ''] = token.split('.', 2)
  if (scheme !== 'Bearer' || !isSameSecret(signed, signature(efi, encodedClaims)))
    throw new OAuthRefusal(401, 'invalid_token', 'The access token is invalid')

  const { exp, scope: grantedScope = '' } = JSON.parse(
    Buffer.from(encodedClaims, 'base64url').toString('utf8'),
  ) as {
    exp: number
    scope?: string
  }

  if (efi.core.clock.now() >= exp)
    throw new OAuthRefusal(401, 'invalid_token', 'The access token expired')
  if (needed && !grantedScope.split(' ').includes(needed))
    throw new OAuthRefusal(403, 'insufficient_scope', 'Access token has insufficient scope')
}

/** An error about credentials, tokens or scopes, in OAuth's format instead of Efí's. */
export class OAuthRefusal extends EfiRefusal {
  constructor(status: number, error: string, description: string) {
    super(status, { nome: error, mensagem: description, bacen: 'AcessoNegado' })
  }

  body(): Record<string, string> {
    return { error: this.nome, error_description: this.message }
  }
}

const signature = (efi: Efi, encodedClaims: string): string =>
  createHmac('sha256', efi.core.credentials.pixTokenSecret)
    .update(encodedClaims)
    .digest('base64url')

function requestFieldsOf(body: string, contentType: string): Record<string, string | undefined> {
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body))

  try {
    return JSON.parse(body) as Record<string, string>
  } catch {
    return {}
  }
}

/** The allowed scopes that the request names; all of them if `requested` is undefined. */
const grantedScopes = (allowed: string, requested: string | undefined): string =>
  allowed
    .split(' ')
    .filter((scope) => requested === undefined || requested.split(' ').includes(scope))
    .join(' ')

function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
