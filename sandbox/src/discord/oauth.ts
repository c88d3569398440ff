import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'

import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { DiscordRefusal, OAuthRefusal, unknownThing } from './errors.ts'
import { IDS } from './ids.ts'
import { knownGuild } from './members.ts'
import type { Discord, Grant } from './model.ts'
import { GUILD_NAME } from './seed.ts'
import { isSameSecret, type Route } from './server.ts'
import { applicationReply, memberReply, userReply } from './wire.ts'

const CODE_LIFE_MS = 60_000,
  TOKEN_SECONDS = 604_800

const KNOWN_SCOPES = ['identify', 'email', 'guilds', 'guilds.join', 'guilds.members.read']

const TOKEN_FIELDS = [
  'grant_type',
  'code',
  'redirect_uri',
  'refresh_token',
  'client_id',
  'client_secret',
  'code_verifier',
  'scope',
]

/** The content of a consent page. */
export type Consent = {
  clientId: string
  redirectUri: string
  scopes: string[]
  state: string | null
  challenge: string | null
}

/** Routes of identity: the user of a token, and the bot. */
export const identityRoutes: readonly Route[] = [
  {
    method: 'GET',
    url: '/users/@me',
    auth: 'either',
    run: (discord, { grant: savedGrant }) =>
      savedGrant ? currentUserReply(discord, savedGrant) : userReply(discord.users.get(IDS.bot)!),
  },
  {
    method: 'GET',
    url: '/users/@me/guilds',
    auth: 'person',

    run: (discord, { grant: savedGrant }) => (
      assertScope(savedGrant!, 'guilds'),
      discord.members.get(savedGrant!.userId)
        ? [
            {
              id: IDS.guild,
              name: GUILD_NAME,
              icon: null,
              owner: savedGrant!.userId === IDS.owner,
              permissions: '0',
              features: [],
            },
          ]
        : []
    ),
  },
  {
    method: 'GET',
    url: '/users/@me/guilds/:guild/member',
    auth: 'person',
    run(discord, call) {
      assertScope(call.grant!, 'guilds.members.read')
      knownGuild(call)
      const member = discord.members.get(call.grant!.userId)
      if (!member) throw unknownThing('guild')

      return memberReply(discord, member)
    },
  },
  {
    method: 'GET',
    url: '/users/:user',
    auth: 'bot',
    run(discord, { params }) {
      const user = discord.users.get(params['user']!)
      if (!user) throw unknownThing('user')

      return userReply(user)
    },
  },
  {
    method: 'GET',
    url: '/oauth2/@me',
    auth: 'person',
    run: (discord, { grant: savedGrant }) => ({
      application: applicationReply(discord),
      scopes: savedGrant!.scopes,
      expires: new Date(savedGrant!.expiresAt).toISOString(),
      ...(savedGrant!.scopes.includes('identify')
        ? { user: currentUserReply(discord, savedGrant!) }
        : {}),
    }),
  },
]

/** Adds the browser's authorize page, and the token calls, which accept forms instead of JSON. */
export function addOAuthCalls(app: FastifyInstance, discord: Discord): void {
  for (const url of ['/oauth2/authorize', '/api/oauth2/authorize']) {
    app.get(url, async (request, reply) =>
      reply.redirect(
        `${discord.core.origins.forPeople()}/sandbox/chat/authorize?${request.url.split('?')[1] ?? ''}`,
        302,
      ),
    )
  }

  for (const apiPrefix of ['/api', '/api/v10']) {
    app.post(`${apiPrefix}/oauth2/token`, async (request) =>
      exchangeGrant(discord, clientFields(discord, request)),
    )

    app.post(`${apiPrefix}/oauth2/token/revoke`, async (request) => {
      const tokenText =
        clientFields(discord, request, ['token', 'token_type_hint']).get('token') ?? ''
      const savedGrant =
        discord.grants.get(tokenText) ?? discord.grants.find((one) => one.refresh === tokenText)
      if (savedGrant) discord.grants.remove(savedGrant.id)

      return {}
    })
  }
}

/** Reads and checks the store's authorize link. */
export function readConsent(discord: Discord, query: Record<string, string | undefined>): Consent {
  const {
    client_id: clientId = '',
    redirect_uri: redirectUri = '',
    response_type: grantType,
    scope = '',
    state = null,
    code_challenge: challenge = null,
    code_challenge_method: method,
  } = query

  if (clientId !== IDS.application) throw new Refusal(400, 'Unknown Application')
  if (grantType !== 'code') throw new Refusal(400, 'response_type must be code')
  if (!isRegistered(discord, redirectUri))
    throw new Refusal(400, `Invalid OAuth2 redirect_uri: ${redirectUri}`)

  const scopes = readScopes(scope)
  if (challenge !== null && method !== 'S256')
    throw new Refusal(400, 'code_challenge_method must be S256')

  return { clientId, redirectUri, scopes, state, challenge }
}

function readScopes(text: string): string[] {
  const scopes = text.split(' ').filter((one) => one !== '')
  const unknownScope = scopes.find((one) => !KNOWN_SCOPES.includes(one))

  if (scopes.length === 0 || unknownScope !== undefined)
    throw new Refusal(
      400,
      `The requested scope is invalid, unknown, or malformed: ${unknownScope ?? 'none'}`,
    )

  return scopes
}

/**
 * Records a person's consent (null declines); returns the URL to which the browser is redirected.
 */
export function decideConsent(discord: Discord, consent: Consent, userId: string | null): string {
  const redirectTarget = new URL(consent.redirectUri)

  if (userId === null) {
    redirectTarget.searchParams.set('error', 'access_denied')
    redirectTarget.searchParams.set(
      'error_description',
      'The resource owner or authorization server denied the request',
    )
  } else {
    if (!discord.users.get(userId) || userId === IDS.bot)
      throw new Refusal(404, `no such user: ${userId}`)

    const grantCode = randomText(30)

    discord.grants.save({
      id: grantCode,
      kind: 'code',
      userId,
      scopes: consent.scopes,
      redirectUri: consent.redirectUri,
      challenge: consent.challenge,
      refresh: '',
      expiresAt: discord.core.clock.now() + CODE_LIFE_MS,
    })

    redirectTarget.searchParams.set('code', grantCode)
  }

  if (consent.state !== null) redirectTarget.searchParams.set('state', consent.state)

  return redirectTarget.toString()
}

function isRegistered({ core: { origins } }: Discord, uri: string): boolean {
  if (!URL.canParse(uri)) return false

  const { origin, protocol, hostname, hash } = new URL(uri)
  if (hash !== '') return false

  return (
    origins.all().includes(origin) ||
    origin === origins.forPeople() ||
    (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname))
  )
}

function clientFields(
  discord: Discord,
  request: FastifyRequest,
  known: readonly string[] = TOKEN_FIELDS,
): URLSearchParams {
  if (!(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    throw new OAuthRefusal(
      400,
      'invalid_request',
      'The body must be application/x-www-form-urlencoded',
    )

  const formFields = new URLSearchParams(String(request.body ?? ''))
  const { id, secret } = clientCredentials(request.headers.authorization ?? '', formFields)
  if (id !== IDS.application || !isSameSecret(secret, discord.core.credentials.discordClientSecret))
    throw new OAuthRefusal(401, 'invalid_client', 'Invalid client')

  const unknownField = [...formFields.keys()].find(
    (name) => ![...known, 'client_id', 'client_secret'].includes(name),
  )
  if (unknownField !== undefined)
    throw new OAuthRefusal(400, 'invalid_request', `Unknown parameter: ${unknownField}`)

  return formFields
}

/** The client's credentials, from the Authorization header or else from the form. */
function clientCredentials(
  authorization: string,
  formFields: URLSearchParams,
): { id: string; secret: string } {
  const [scheme, encoded = ''] = authorization.split(' ')

  const [id = '', secret = ''] =
    scheme === 'Basic'
      ? Buffer.from(encoded, 'base64').toString().split(':')
      : [formFields.get('client_id') ?? '', formFields.get('client_secret') ?? '']

  return { id, secret }
}

function exchangeGrant(discord: Discord, formFields: URLSearchParams): object {
  const grantType = formFields.get('grant_type')
  if (grantType === 'authorization_code') return exchangeCode(discord, formFields)
  if (grantType !== 'refresh_token')
    throw new OAuthRefusal(400, 'unsupported_grant_type', 'Grant type None is not supported')

  const savedGrant = discord.grants.find(
    (one) =>
      one.kind === 'token' && one.refresh !== '' && one.refresh === formFields.get('refresh_token'),
  )

  if (!savedGrant)
    throw new OAuthRefusal(400, 'invalid_grant', 'Invalid "refresh_token" in request.')

  discord.grants.remove(savedGrant.id)

  return tokenReply(discord, savedGrant)
}

function exchangeCode(discord: Discord, formFields: URLSearchParams): object {
  const savedGrant = discord.grants.get(formFields.get('code') ?? '')
  if (!savedGrant || savedGrant.kind !== 'code' || savedGrant.expiresAt <= discord.core.clock.now())
    throw new OAuthRefusal(400, 'invalid_grant', 'Invalid "code" in request.')
  if (savedGrant.redirectUri !== formFields.get('redirect_uri'))
    throw new OAuthRefusal(400, 'invalid_grant', 'Invalid "redirect_uri" in request.')

  if (
    savedGrant.challenge !== null &&
    createHash('sha256')
      .update(formFields.get('code_verifier') ?? '')
      .digest('base64url') !== savedGrant.challenge
  )
    throw new OAuthRefusal(400, 'invalid_grant', 'Invalid "code_verifier" in request.')

  discord.grants.remove(savedGrant.id) // a code is valid once

  return tokenReply(discord, savedGrant)
}

function tokenReply(discord: Discord, { userId, scopes, redirectUri }: Grant): object {
  const newToken = discord.grants.save({
    id: randomText(30),
    kind: 'token',
    userId,
    scopes,
    redirectUri,
    challenge: null,
    refresh: randomText(30),
    expiresAt: discord.core.clock.now() + TOKEN_SECONDS * 1000,
  })

  return {
    token_type: 'Bearer',
    access_token: newToken.id,
    expires_in: TOKEN_SECONDS,
    refresh_token: newToken.refresh,
    scope: scopes.join(' '),
  }
}

function currentUserReply(discord: Discord, savedGrant: Grant): object {
  assertScope(savedGrant, 'identify')
  const user = discord.users.get(savedGrant.userId)!

  return {
    ...userReply(user),
    locale: 'pt-BR',
    mfa_enabled: false,
    ...(savedGrant.scopes.includes('email')
      ? {
          email: user.email === undefined ? `${user.username}@demo.test` : user.email,
          verified: user.mailVerified ?? true,
        }
      : {}),
  }
}

function assertScope(savedGrant: Grant, scope: string): void {
  if (!savedGrant.scopes.includes(scope))
    throw new DiscordRefusal(403, 50026, 'Missing required OAuth2 scope')
}
