import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'
import { IDS } from './ids.ts'

useBench()

/** A call as the bot, or as the person with this token. */
const rest = (method: string, path: string, body?: object, token?: string) =>
  bench.http(method, `${bench.sandbox.env['DISCORD_API_URL']}/v10${path}`, {
    headers: {
      authorization: token ? `Bearer ${token}` : `Bot ${bench.sandbox.env['DISCORD_BOT_TOKEN']}`,
      'user-agent': 'DiscordBot (https://chaveiro.test, 1)',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

describe('account link', () => {
  const redirect = 'http://localhost:3000/api/discord/callback'
  const verifier = 'v'.repeat(50)

  const link = (more: Record<string, string> = {}) =>
    `/sandbox/chat/authorize?${new URLSearchParams({
      client_id: IDS.application,
      redirect_uri: redirect,
      response_type: 'code',
      scope: 'identify guilds.join',
      state: 's1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })}`

  const token = (fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
    bench.http('POST', `${bench.sandbox.env['DISCORD_API_URL']}/oauth2/token`, {
      headers: { 'content-type': type },
      body: new URLSearchParams({
        client_id: IDS.application,
        client_secret: bench.sandbox.env['DISCORD_CLIENT_SECRET']!,
        ...fields,
      }).toString(),
    })

  const allow = async (user = 'carla') =>
    new URL((await bench.control('POST', '/discord/authorize', { user, url: link() })).redirect)

  it('gives a code for one exchange, with the proof of who asked', async () => {
    const back = await allow()
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirect, 's1'])

    const code = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code')!,
      redirect_uri: redirect,
    }

    for (const [fields, error] of [
      [{ ...code, code_verifier: 'x' }, 'invalid_grant'],
      [{ ...code, redirect_uri: `${redirect}/`, code_verifier: verifier }, 'invalid_grant'],
      [{ ...code, client_secret: 'x' }, 'invalid_client'],
      [{ ...code, colour: 'x' }, 'invalid_request'],
    ] as const) {
      expect((await token(fields)).body.error).toBe(error)
    }

    expect((await token(code, 'application/json')).body.error).toBe('invalid_request')
    const { body } = await token({ ...code, code_verifier: verifier })

    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 604_800,
      scope: 'identify guilds.join',
      refresh_token: expect.any(String),
    })

    expect((await token({ ...code, code_verifier: verifier })).body.error).toBe('invalid_grant')

    expect((await rest('GET', '/users/@me', undefined, body.access_token)).body).toMatchObject({
      id: IDS.users.carla,
      username: 'carla',
    })

    expect((await rest('GET', '/users/@me/guilds', undefined, body.access_token)).status).toBe(403)

    const join = () =>
      rest('PUT', `/guilds/${IDS.guild}/members/${IDS.users.carla}`, {
        access_token: body.access_token,
        roles: [IDS.roles.customer],
      })

    expect([(await join()).status, (await join()).status]).toEqual([201, 204])

    expect(
      (
        await rest('PUT', `/guilds/${IDS.guild}/members/${IDS.users.ana}`, {
          access_token: body.access_token,
        })
      ).body.code,
    ).toBe(50025)

    expect(
      (await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).body
        .access_token,
    ).not.toBe(body.access_token)

    expect((await rest('GET', '/users/@me', undefined, body.access_token)).status).toBe(401)
  })

  it('refuses a wrong link and lets a person decline', async () => {
    const wrongs: Record<string, string>[] = [
      { client_id: '1' },
      { redirect_uri: 'https://evil.test/x' },
      { response_type: 'token' },
      { scope: 'bot' },
      { code_challenge_method: 'plain' },
    ]

    for (const wrong of wrongs) {
      expect(
        (await bench.http('GET', `${bench.sandbox.origin}${link(wrong)}`)).status,
        JSON.stringify(wrong),
      ).toBe(400)
    }

    const denied = new URL(
      (await bench.control('POST', '/discord/authorize', { user: 'ana', url: link(), deny: true }))
        .redirect,
    )

    expect([denied.searchParams.get('error'), denied.searchParams.get('state')]).toEqual([
      'access_denied',
      's1',
    ])
  })
})
