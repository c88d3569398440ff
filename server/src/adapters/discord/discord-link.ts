import { email as mailAddress } from '@chaveiro/contracts/shared'
import { createHash } from 'node:crypto'
import { Agent } from 'undici'

import type { ChatLink, ChatResult } from '../../ports/chat.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { callJson, type JsonReply } from '../json-call.ts'
import { failureResult, userAgent } from './discord-call.ts'

export type DiscordLinkConfig = {
  apiUrl: string
  authorizeUrl: string
  clientId: string
  clientSecret: string
  /** Whether a person joins the guild when they link their account; needs a bot in the guild. */
  joinGuild: boolean
  timeoutMs?: number | undefined
}

/**
 * Signing in at Discord by OAuth2 with a code and PKCE. A login requests identity and email; a link
 * requests identity and, if configured, permission to add the person to the guild.
 */
export function createDiscordLink(config: DiscordLinkConfig): ChatLink {
  const askDiscord = createAsk(config)
  return {
    authorizeUrl: (request) => authorizeUrlOf(config, request),

    async identify(request) {
      const tokenResult = await askDiscord('POST', '/oauth2/token', tokenRequest(config, request))
      if (tokenResult.kind !== 'ok') return tokenResult

      const accessToken = String(tokenResult.value.access_token)
      const profileResult = await askDiscord('GET', '/users/@me', {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      if (profileResult.kind !== 'ok') return profileResult
      if (!/^\d{17,20}$/.test(String(profileResult.value.id))) return unreadable

      return {
        kind: 'ok',
        value: {
          userId: String(profileResult.value.id),
          name: String(profileResult.value.global_name ?? profileResult.value.username),
          email: verifiedEmail(profileResult.value),
          accessToken,
          scopes: String(tokenResult.value.scope ?? '').split(' '),
        },
      }
    },
  }
}

const linkScope = (joinGuild: boolean) => (joinGuild ? 'identify guilds.join' : 'identify')

/** The mail address that Discord has verified; null when it is missing or invalid. */
const verifiedEmail = (profile: { email?: unknown; verified?: unknown }): string | null =>
  profile.verified === true ? (mailAddress.safeParse(profile.email).data ?? null) : null

const unreadable = failureResult('unavailable', 'discord gave an answer that cannot be read')

function authorizeUrlOf(
  { authorizeUrl, clientId, joinGuild }: DiscordLinkConfig,
  { state, verifier, redirectUri, mail }: Parameters<ChatLink['authorizeUrl']>[0],
): string {
  const url = new URL(authorizeUrl)

  for (const [name, value] of Object.entries({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: mail ? 'identify email' : linkScope(joinGuild),
    state,
    // At a login, a person who gave consent before is not asked again.
    prompt: mail ? 'none' : 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }))
    url.searchParams.set(name, value)

  return url.href
}

type LinkRequest = { headers: Record<string, string>; body?: string }
type Ask = (method: 'GET' | 'POST', path: string, request: LinkRequest) => Promise<ChatResult<any>>

function tokenRequest(
  { clientId, clientSecret }: DiscordLinkConfig,
  { code, verifier, redirectUri }: Parameters<ChatLink['identify']>[0],
): LinkRequest {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return {
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }).toString(),
  }
}

function createAsk({ apiUrl, timeoutMs = 5_000 }: DiscordLinkConfig): Ask {
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: Math.min(3_000, timeoutMs) } })
  return async (method, path, { headers, body }) => {
    try {
      const reply = await callJson('discord', {
        method,
        url: `${apiUrl}/v10${path}`,
        headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
        body,
        dispatcher,
        timeoutMs,
      })
      return resultOf(reply)
    } catch (error) {
      if (error instanceof ProviderUnknown) return failureResult('unavailable', error.message)
      throw error
    }
  }
}

function resultOf({ status, headers, body }: JsonReply): ChatResult<any> {
  if (status === 429)
    return {
      ...failureResult('rate-limited', 'too many calls'),
      retryAfterMs: (Number(headers['retry-after']) || 1) * 1000,
    }

  // After an expired, used or foreign code the person can try again. Only staff can correct a wrong
  // secret.
  if (status >= 400)
    return failureResult(
      status === 400 ? 'invalid' : 'forbidden',
      `discord: ${typeof body?.error === 'string' ? body.error.slice(0, 60) : status}`,
    )

  return body ? { kind: 'ok', value: body } : unreadable
}
