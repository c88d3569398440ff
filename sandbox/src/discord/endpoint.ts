import { createPrivateKey, sign } from 'node:crypto'
import { request } from 'undici'

import { randomText } from '../core/ids.ts'
import { invalidForm } from './errors.ts'
import { IDS, snowflake } from './ids.ts'
import { changeSettings, settingsOf, type Discord, type Json } from './model.ts'

/** Discord's limit for the first answer, in milliseconds. */
const ANSWER_MS = 3000

/** Invalid requests that Discord never sends, to test the store's signature check. */
export type Forgery = 'signature' | 'timestamp' | 'body' | 'unsigned'
export type Reply = { status: number; text: string; ms: number }

/** The registered interactions endpoint, or the store's default path. */
export const endpointOf = (discord: Discord): string =>
  settingsOf(discord).endpoint ?? `${discord.core.origins.all()[0] ?? ''}/api/webhooks/discord`

/**
 * Registers the interactions endpoint as the portal does: it must answer a ping and reject a wrong
 * signature.
 */
export async function registerEndpoint(discord: Discord, url: string | null): Promise<void> {
  const refuseEndpoint = (message: string): never => {
    throw invalidForm([
      {
        path: ['interactions_endpoint_url'],
        code: 'APPLICATION_INTERACTIONS_ENDPOINT_INVALID',
        message,
      },
    ])
  }

  if (url !== null && !isAllowed(url)) refuseEndpoint('Not a well formed URL.')
  if (url !== null && !(await isVerified(discord, url)))
    refuseEndpoint('The specified interactions endpoint url could not be verified.')
  changeSettings(discord, { endpoint: url, verified: url })
}

/**
 * Whether the current endpoint has passed the portal's check; runs the check if it has not run yet.
 */
export async function endpointWorks(discord: Discord): Promise<boolean> {
  const url = endpointOf(discord)
  if (settingsOf(discord).verified === url) return true
  if (!isAllowed(url) || !(await isVerified(discord, url))) return false

  changeSettings(discord, { verified: url })

  return true
}

/**
 * Sends an interaction to the store, signed unless `forgery` is set; throws after three seconds
 * without an answer.
 */
export async function sendInteraction(
  discord: Discord,
  url: string,
  payload: Json,
  forgery?: Forgery,
): Promise<Reply> {
  const bodyText = JSON.stringify(payload)
  const startedAt = performance.now()

  const storeReply = await request(nextOrigin(discord, url), {
    method: 'POST',
    body: forgery === 'body' ? bodyText.replace(/"version":1/, '"version":2') : bodyText,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
      ...signature(discord, bodyText, forgery),
    },
  })

  const replyText = await storeReply.body.text()

  return {
    status: storeReply.statusCode,
    text: replyText,
    ms: Math.round(performance.now() - startedAt),
  }
}

async function isVerified(discord: Discord, url: string): Promise<boolean> {
  const pingInteraction = {
    id: snowflake(discord.core.clock),
    application_id: IDS.application,
    type: 1,
    token: randomText(64),
    version: 1,
    entitlements: [],
    authorizing_integration_owners: {},
  }

  try {
    const pingReply = await sendInteraction(discord, url, pingInteraction)
    if (pingReply.status !== 200 || (JSON.parse(pingReply.text) as Json)['type'] !== 1) return false

    return (await sendInteraction(discord, url, pingInteraction, 'signature')).status === 401
  } catch {
    return false
  }
}

function signature({ core }: Discord, bodyText: string, forgery?: Forgery): Record<string, string> {
  if (forgery === 'unsigned') return {}

  const seconds = Math.floor(core.clock.now() / 1000) - (forgery === 'timestamp' ? 3600 : 0)

  const signed = sign(
    null,
    Buffer.from(`${seconds}${bodyText}`),
    createPrivateKey(core.credentials.discordPrivateKey),
  )

  if (forgery === 'signature') signed[0] = signed[0]! ^ 1

  return { 'x-signature-ed25519': signed.toString('hex'), 'x-signature-timestamp': String(seconds) }
}

/** The URL with the next origin of the store's processes, if there are several. */
function nextOrigin({ core: { origins } }: Discord, url: string): string {
  if (origins.all().length < 2 || !url.startsWith('http:')) return url
  return `${origins.next()}${url.slice(new URL(url).origin.length)}`
}

/** Allows https, and plain http on loopback only, since the store has no TLS there. */
function isAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false

  const { protocol, hostname } = new URL(url)

  return (
    protocol === 'https:' ||
    (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  )
}
