import { createHash } from 'node:crypto'
import { Agent } from 'undici'
import type { ChatLink, ChatResult } from '../../ports/chat.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { callJson } from '../json-call.ts'
import { failed, userAgent } from './discord-call.ts'

export type DiscordLinkConfig = {
  apiUrl: string
  authorizeUrl: string
  clientId: string
  clientSecret: string
  /** Whether people are brought into the guild when they link; needs a bot there. */
  joinGuild: boolean
  timeoutMs?: number | undefined
}

/** Signing in at Discord by OAuth2 with a code and PKCE; only who somebody is, and leave to bring them into the guild. */
export function createDiscordLink({
  apiUrl,
  authorizeUrl,
  clientId,
  clientSecret,
  joinGuild,
  timeoutMs = 5_000,
}: DiscordLinkConfig): ChatLink {
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: Math.min(3_000, timeoutMs) } })
  const scope = joinGuild ? 'identify guilds.join' : 'identify'
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<ChatResult<any>> => {
    try {
      const {
        status,
        headers: told,
        body: json,
      } = await callJson('discord', {
        method,
        url: `${apiUrl}/v10${path}`,
        headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
        body,
        dispatcher,
        timeoutMs,
      })
      if (status === 429)
        return {
          ...failed('rate-limited', 'too many calls'),
          retryAfterMs: (Number(told['retry-after']) || 1) * 1000,
        }
      // A code that is over, used or of another browser is the person's to ask for again; a wrong secret is staff's.
      if (status >= 400)
        return failed(
          status === 400 ? 'invalid' : 'forbidden',
          `discord: ${typeof json?.error === 'string' ? json.error.slice(0, 60) : status}`,
        )
      return json
        ? { kind: 'ok', value: json }
        : failed('unavailable', 'discord gave an answer that cannot be read')
    } catch (error) {
      if (error instanceof ProviderUnknown) return failed('unavailable', error.message)
      throw error
    }
  }
  return {
    authorizeUrl({ state, verifier, redirectUri }) {
      const url = new URL(authorizeUrl)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      for (const [name, value] of Object.entries({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope,
        state,
        prompt: 'consent',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }))
        url.searchParams.set(name, value)
      return url.href
    },
    async identify({ code, verifier, redirectUri }) {
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const token = await ask(
        'POST',
        '/oauth2/token',
        { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }).toString(),
      )
      if (token.kind !== 'ok') return token
      const accessToken = String(token.value.access_token)
      const me = await ask('GET', '/users/@me', { authorization: `Bearer ${accessToken}` })
      if (me.kind !== 'ok') return me
      if (!/^\d{17,20}$/.test(String(me.value.id)))
        return failed('unavailable', 'discord gave an answer that cannot be read')
      return {
        kind: 'ok',
        value: {
          userId: String(me.value.id),
          name: String(me.value.global_name ?? me.value.username),
          accessToken,
          scopes: String(token.value.scope ?? '').split(' '),
        },
      }
    },
  }
}
