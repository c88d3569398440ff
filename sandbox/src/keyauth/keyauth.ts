import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Core, Provider } from '../core/core.ts'
import { listen, makeProviderServer } from '../core/provider-server.ts'
import { answerWith, type Answer } from './call.ts'
import { SELLER_CALLS } from './calls.ts'
import { licenceView, openModel, type KeyAuth } from './model.ts'

export type KeyAuthProvider = Provider & { readonly keyauth: KeyAuth }

// PHP's default content type for every body; a client must not rely on it.
const PHP_CONTENT_TYPE = 'text/html; charset=UTF-8'
const KEY_LENGTH = 32

/**
 * Starts the licence service's seller API: one URL, GET only, the seller key in the query. Faults
 * match `/api/seller/<type>`.
 */
export async function startKeyAuth(core: Core): Promise<KeyAuthProvider> {
  const keyauth = openModel(core)

  const app = makeProviderServer(core, {
    provider: 'keyauth',
    failure,
    refusal: () => undefined,
    faultPath: (path, query) =>
      path.startsWith('/api/seller')
        ? `/api/seller/${new URLSearchParams(query).get('type') ?? ''}`
        : path,
  })

  const serveSeller = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { status, body } = answerSeller(
      keyauth,
      new URLSearchParams(request.url.split('?')[1] ?? ''),
    )
    return reply
      .code(status)
      .type(PHP_CONTENT_TYPE)
      .send(typeof body === 'string' ? body : JSON.stringify(body))
  }

  app.get('/api/seller', serveSeller)
  app.get('/api/seller/', serveSeller)
  const port = await listen(core, app, 'keyauth')

  return {
    name: 'keyauth',
    keyauth,
    env: {
      KEYAUTH_BASE_URL: `http://127.0.0.1:${port}/api/seller/`,
      KEYAUTH_SELLER_KEY: core.credentials.keyauthSellerKey,
    },

    dump: () => ({
      licences: keyauth.licences.all().map((one) => licenceView(keyauth, one)),
      users: keyauth.users.all(),
      blacklist: keyauth.blacklist.all(),
      trail: keyauth.trail.all(),
    }),

    reset() {
      for (const table of [
        keyauth.licences,
        keyauth.subscriptions,
        keyauth.users,
        keyauth.blacklist,
        keyauth.trail,
        keyauth.settings,
      ])
        table.clear()
    },

    tick: () => undefined,
    close: () => app.close(),
  }
}

function answerSeller(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const key = query.get('sellerkey') ?? ''

  if (key.length !== KEY_LENGTH)
    return {
      status: 404,
      body: 'Invalid seller key length. Seller key is located in seller settings of dashboard.',
    }

  if (key !== keyauth.core.credentials.keyauthSellerKey)
    return answerWith(404, false, 'No application with specified seller key found')

  const sellerCall = Object.hasOwn(SELLER_CALLS, query.get('type') ?? '')
    ? SELLER_CALLS[query.get('type')!]
    : undefined
  if (!sellerCall) return answerWith(406, false, 'Unhandled Type')

  const fieldNames = [...query.keys()]

  const unknownField = fieldNames.find(
    (name, index) =>
      !['sellerkey', 'type', ...sellerCall.takes].includes(name) ||
      fieldNames.indexOf(name) !== index,
  )

  // The real service ignores unknown parameters. A misspelt `level` would give every buyer the
  // first level, so the sandbox refuses it.
  if (unknownField !== undefined)
    return answerWith(406, false, `Unknown parameter: ${unknownField}`)

  return sellerCall.run(keyauth, query)
}

/**
 * A failure before the API: an HTML page that repeats the URL with the seller key, to catch a store
 * that logs error bodies.
 */
function failure(
  status: number,
  request: FastifyRequest,
): { body: string; contentType: string; headers?: Record<string, string> } {
  const errorPage =
    `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center>` +
    `<hr><center>${request.url.replace(/[<>&"]/g, '')}</center></body></html>`

  return {
    body: errorPage,
    contentType: 'text/html; charset=UTF-8',
    ...(status === 429 ? { headers: { 'retry-after': '1' } } : {}),
  }
}
