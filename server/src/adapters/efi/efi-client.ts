import { Agent } from 'undici'

import { ProviderUnknown } from '../../ports/payments.ts'
import { callJson, type JsonReply } from '../json-call.ts'
import { tlsOptions, type CertificateSettings } from './efi-certificate.ts'

/** Connection to a PSP that speaks BACEN's API. */
export type EfiConnection = CertificateSettings & {
  baseUrl: string
  oauthPath: string
  clientId: string
  clientSecret: string
  /** Path under which the PSP serves BACEN's API, version included; /v2 at Efí. */
  apiPath?: string | undefined
  /** Whether the token is requested by form: Efí accepts JSON, most other PSPs require a form. */
  tokenForm?: boolean | undefined
  /** Scopes of the token form, separated by spaces; by default those of BACEN's calls. */
  scopes?: string | undefined
  timeoutMs?: number | undefined
}

export type EfiCall = (
  method: 'GET' | 'PUT' | 'PATCH' | 'POST',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<JsonReply>

export const provider = 'pix'

const defaultScopes =
  'cob.write cob.read pix.write pix.read webhook.write webhook.read payloadlocation.read'

/** A token is replaced this long before its end, so that it does not expire during a call. */
const renewalSeconds = 45

/** Path of BACEN's calls, unless the PSP serves them elsewhere. */
const standardPath = '/v2'

/** Refusals that say nothing about the request itself. */
const transientStatuses = new Set([408, 425, 429])

/**
 * Authorised calls over mutual TLS. All calls share one token, fetched once for all waiting calls
 * and once more after a 401. Paths are relative to apiPath. Throws ProviderUnknown for no answer,
 * 5xx and transient refusals; the caller judges every other reply. hearScopes gets the scopes of
 * each token, or null when the bank does not name them.
 */
export function createEfiClient(
  config: EfiConnection,
  now: () => Date,
  hearScopes?: (granted: string[] | null) => void,
): EfiCall {
  const timeoutMs = config.timeoutMs ?? 10_000
  const apiPath = config.apiPath ?? standardPath

  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: Math.min(3_000, timeoutMs), ...tlsOptions(config) },
  })

  let currentToken: Token | null = null
  let fetching: Promise<string> | null = null

  const fetchNewToken = async (): Promise<string> => {
    currentToken = await fetchToken(config, { dispatcher, timeoutMs, now })
    hearScopes?.(currentToken.scopes)

    return currentToken.value
  }

  const currentBearer = async (): Promise<string> =>
    currentToken && now().getTime() < currentToken.until
      ? currentToken.value
      : (fetching ??= fetchNewToken().finally(() => {
          fetching = null
        }))

  return async (method, path, body, headers = {}) => {
    for (let attempt = 1; ; attempt++) {
      const usedToken = await currentBearer()

      const reply = await callJson(provider, {
        method,
        url: config.baseUrl + apiPath + path,
        dispatcher,
        timeoutMs,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
          authorization: `Bearer ${usedToken}`,
        },
      })

      if (transientStatuses.has(reply.status))
        throw new ProviderUnknown(provider, `${method} answered ${reply.status}`, {
          status: reply.status,
        })

      if (reply.status !== 401) return reply

      // Only the refused token is dropped: another call may have fetched a new one meanwhile.
      if ((currentToken as { value: string } | null)?.value === usedToken) currentToken = null
      if (attempt === 2) throw new ProviderUnknown(provider, `${method} was not authorised`)
    }
  }
}

type Token = { value: string; until: number; scopes: string[] | null }

async function fetchToken(
  config: EfiConnection,
  { now, ...connection }: { dispatcher: Agent; timeoutMs: number; now: () => Date },
): Promise<Token> {
  const { status, body } = await callJson(provider, {
    method: 'POST',
    url: config.baseUrl + config.oauthPath,
    ...connection,
    ...grantRequest(config),
  })

  if (status !== 200 || typeof body?.access_token !== 'string')
    throw new ProviderUnknown(provider, `no token (status ${status})`, { status })

  const lifeSeconds = Number(body.expires_in) || 300

  return {
    value: body.access_token,
    until: now().getTime() + Math.max(lifeSeconds - renewalSeconds, lifeSeconds / 2) * 1000,
    scopes: typeof body.scope === 'string' ? body.scope.split(/\s+/) : null,
  }
}

/**
 * The request for a token: as JSON, or as a form with scopes for banks that follow OAuth strictly.
 */
function grantRequest(config: EfiConnection): { headers: Record<string, string>; body: string } {
  const authorization = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`
  const grantFields = { grant_type: 'client_credentials' }

  return config.tokenForm
    ? {
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          ...grantFields,
          scope: config.scopes ?? defaultScopes,
        }).toString(),
      }
    : {
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(grantFields),
      }
}

/** The error's own name: Efí's `nome`, OAuth's `error`, or the last part of an RFC 7807 `type`. */
export function errorCodeOf({ status, body }: JsonReply): string {
  const errorName =
    body?.nome ??
    body?.error ??
    String(body?.type ?? '')
      .split('/')
      .at(-1)
  return typeof errorName === 'string' && errorName !== '' ? errorName : `status ${status}`
}

/** The error for a reply that allows no conclusion. */
export const unexpected = (reply: JsonReply): ProviderUnknown =>
  new ProviderUnknown(provider, `unexpected answer ${reply.status} ${errorCodeOf(reply)}`)

/** Returns an unknown outcome as a value; rethrows every other error. */
export function unknownOnly(error: unknown): ProviderUnknown {
  if (error instanceof ProviderUnknown) return error
  throw error
}
