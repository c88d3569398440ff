import { Agent } from 'undici'

import { ProviderUnknown } from '../../ports/payments.ts'
import { callJson, type JsonReply } from '../json-call.ts'
import { certificates, type CertificateSettings } from './efi-certificate.ts'

/** How to reach a PSP that speaks BACEN's API. */
export type EfiConnection = CertificateSettings & {
  baseUrl: string
  oauthPath: string
  clientId: string
  clientSecret: string
  /** Path under which the PSP serves BACEN's API, version included; /v2 at Efí. */
  apiPath?: string | undefined
  /** Ask for the token by form, as most PSPs but Efí want it. */
  tokenForm?: boolean | undefined
  /** Scopes a token is asked for by form, divided by spaces; those of BACEN's calls unless told. */
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

const scopes =
  'cob.write cob.read pix.write pix.read webhook.write webhook.read payloadlocation.read'

/** A token is given up so long before its end, so that none ends on the way. */
const earlySeconds = 45

/** Where BACEN's calls stand unless the PSP serves them elsewhere. */
const standardPath = '/v2'

/** Refusals that say nothing about the request itself, so nothing may be concluded from them. */
const passing = new Set([408, 425, 429])

/**
 * Authorised calls over mutual TLS: one token for all, fetched once however many wait, anew once
 * after a 401. Paths are those behind the API's own.
 * Throws ProviderUnknown for silence, 5xx and refusals that pass; every other reply is the caller's
 * to judge. hearScopes is told what each token may do, where the bank says it.
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
    connect: { timeout: Math.min(3_000, timeoutMs), ...certificates(config) },
  })

  let token: Token | null = null
  let fetching: Promise<string> | null = null

  const login = async (): Promise<string> => {
    token = await fetchToken(config, { dispatcher, timeoutMs, now })
    hearScopes?.(token.scopes)

    return token.value
  }

  const bearer = async (): Promise<string> =>
    token && now().getTime() < token.until
      ? token.value
      : (fetching ??= login().finally(() => {
          fetching = null
        }))

  return async (method, path, body, headers = {}) => {
    for (let attempt = 1; ; attempt++) {
      const used = await bearer()

      const reply = await callJson(provider, {
        method,
        url: config.baseUrl + apiPath + path,
        dispatcher,
        timeoutMs,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
          authorization: `Bearer ${used}`,
        },
      })

      if (passing.has(reply.status))
        throw new ProviderUnknown(provider, `${method} answered ${reply.status}`, {
          status: reply.status,
        })

      if (reply.status !== 401) return reply

      // Only the token that was refused is dropped: another call may have fetched a good one
      // meanwhile.
      if ((token as { value: string } | null)?.value === used) token = null
      if (attempt === 2) throw new ProviderUnknown(provider, `${method} was not authorised`)
    }
  }
}

type Token = { value: string; until: number; scopes: string[] | null }

async function fetchToken(
  config: EfiConnection,
  { now, ...way }: { dispatcher: Agent; timeoutMs: number; now: () => Date },
): Promise<Token> {
  const { status, body } = await callJson(provider, {
    method: 'POST',
    url: config.baseUrl + config.oauthPath,
    ...way,
    ...grantOf(config),
  })

  if (status !== 200 || typeof body?.access_token !== 'string')
    throw new ProviderUnknown(provider, `no token (status ${status})`, { status })

  const seconds = Number(body.expires_in) || 300

  return {
    value: body.access_token,
    until: now().getTime() + Math.max(seconds - earlySeconds, seconds / 2) * 1000,
    scopes: typeof body.scope === 'string' ? body.scope.split(/\s+/) : null,
  }
}

/**
 * How a token is asked for: as JSON, or by banks that keep to the letter of OAuth as a form with
 * its scopes.
 */
function grantOf(config: EfiConnection): { headers: Record<string, string>; body: string } {
  const authorization = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`
  const grant = { grant_type: 'client_credentials' }

  return config.tokenForm
    ? {
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...grant, scope: config.scopes ?? scopes }).toString(),
      }
    : {
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(grant),
      }
}

/** The error's own name: Efí's `nome`, OAuth's `error`, or the last part of an RFC 7807 `type`. */
export function codeOf({ status, body }: JsonReply): string {
  const name =
    body?.nome ??
    body?.error ??
    String(body?.type ?? '')
      .split('/')
      .at(-1)
  return typeof name === 'string' && name !== '' ? name : `status ${status}`
}

/** A reply that nothing can be concluded from. */
export const unexpected = (reply: JsonReply): ProviderUnknown =>
  new ProviderUnknown(provider, `unexpected answer ${reply.status} ${codeOf(reply)}`)

/** An outcome that is not known, as a value; every other error goes on. */
export function unknownOnly(error: unknown): ProviderUnknown {
  if (error instanceof ProviderUnknown) return error
  throw error
}
