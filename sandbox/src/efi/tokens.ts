import { createHmac, timingSafeEqual } from 'node:crypto'
import { EfiRefusal } from './errors.ts'
import type { Efi } from './model.ts'

const SCOPE =
  'cob.read cob.write pix.read pix.write webhook.read webhook.write payloadlocation.read gn.infractions.read gn.infractions.write'

/** POST /oauth/token: Basic credentials and grant_type=client_credentials, JSON or form. Tokens are signed, so they outlive a restart of the sandbox. */
export function issueToken(
  efi: Efi,
  authorization: string | undefined,
  body: string,
  contentType: string,
): Record<string, unknown> {
  const { pixClientId, pixClientSecret } = efi.core.credentials
  const expected = `Basic ${Buffer.from(`${pixClientId}:${pixClientSecret}`).toString('base64')}`
  if (!same(authorization ?? '', expected))
    throw new OAuthRefusal(401, 'invalid_client', 'Invalid or inactive credentials')
  if (grantOf(body, contentType) !== 'client_credentials')
    throw new OAuthRefusal(400, 'unsupported_grant_type', 'grant_type must be client_credentials')
  const { tokenSeconds } = efi.settings.get()
  const claims = Buffer.from(
    JSON.stringify({ exp: efi.core.clock.now() + tokenSeconds * 1000, sub: pixClientId }),
  ).toString('base64url')
  return {
    access_token: `${claims}.${signature(efi, claims)}`,
    token_type: 'Bearer',
    expires_in: tokenSeconds,
    scope: SCOPE,
  }
}

/** Refuse a call without a living token of ours. */
export function checkToken(efi: Efi, authorization: string | undefined): void {
  const [scheme, token = ''] = (authorization ?? '').split(' ', 2)
  const [claims = '', signed = ''] = token.split('.', 2)
  if (scheme !== 'Bearer' || !same(signed, signature(efi, claims)))
    throw new OAuthRefusal(401, 'invalid_token', 'The access token is invalid')
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp: number }
  if (efi.core.clock.now() >= exp)
    throw new OAuthRefusal(401, 'invalid_token', 'The access token expired')
}

/** Errors of the token endpoint have OAuth's form, not Efí's. */
export class OAuthRefusal extends EfiRefusal {
  constructor(status: number, error: string, description: string) {
    super(status, error, description, 'AcessoNegado')
  }
  body(): Record<string, string> {
    return { error: this.nome, error_description: this.message }
  }
}

const signature = (efi: Efi, claims: string): string =>
  createHmac('sha256', efi.core.credentials.pixTokenSecret).update(claims).digest('base64url')

function grantOf(body: string, contentType: string): unknown {
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return new URLSearchParams(body).get('grant_type')
  try {
    return (JSON.parse(body) as Record<string, unknown>)['grant_type']
  } catch {
    return undefined
  }
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
