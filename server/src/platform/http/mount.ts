import {
  defaultLanguage,
  staffRoles,
  type CaptchaAction,
  type Language,
  type Role,
} from '@chaveiro/contracts/limits'
import type { Access, AnyRoute, FileReply, Route, StreamReply } from '@chaveiro/contracts/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { fail, Failure } from '../errors.ts'
import { normalAddress } from '../text/address.ts'
import { CachedJson, sendCached } from './cached-json.ts'
import { isLargeBody, smallBody } from './large-body.ts'
import { assertOwnPages } from './own-origin.ts'
import { byOwnWrites } from './own-writes.ts'
import { readCall } from './read-call.ts'
import { sendFile } from './send-file.ts'
import { worthOf } from './serving.ts'

/** The person behind a request, as its live session says; twoFactor: whether the account asks for a second factor. */
export type Principal = {
  userId: string
  sessionId: string
  role: Role
  name: string
  email: string
  twoFactor: boolean
}

/** Where a request comes from. */
export type Caller = { ip: string; userAgent: string; language: Language; origin: string | null }

/** A request, where it comes from, and who made it. */
export type Asking = { request: FastifyRequest; caller: Caller; principal: Principal | null }

/** What the gate asks domains it does not know: http.ts hands these in. */
export type Guards = {
  /** The session of a bearer token; throws auth.required or auth.banned. */
  authenticate(app: App, bearer: string): Promise<Principal>
  /** Whether this person proved their identity in the last ten minutes (Q113). */
  hasProven(app: App, principal: Principal): Promise<boolean>
  /** Whether the shop answers this call now: throws auth.ip_banned or maintenance. */
  gate(app: App, route: AnyRoute, asking: Asking): Promise<void>
  /** Use up a captcha solution for one action; throws captcha.failed or captcha.unavailable. */
  verifyCaptcha(
    app: App,
    token: string | null,
    action: CaptchaAction,
    caller: Caller,
  ): Promise<void>
}

type Input<A extends Access, P, Q, B> = {
  params: P
  query: Q
  body: B
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
  /** Whether a captcha was solved for this call. */
  captchaSolved: boolean
  principal: A extends 'public' ? Principal | null : Principal
}

type Handler<T> =
  T extends Route<infer A, infer P, infer Q, infer B, infer R, any, any>
    ? (app: App, input: Input<A, P, Q, B>) => Promise<R | CachedJson>
    : never

export type Handlers<C extends Record<string, AnyRoute>> = { [K in keyof C]: Handler<C[K]> }

type House = { app: App; guards: Guards }

/**
 * Serves every call of one domain's contract; a missing handler, an extra one or a wrong reply does
 * not compile.
 */
export type Mount = <C extends Record<string, AnyRoute>>(contract: C, handlers: Handlers<C>) => void

/** Whether a call shows anybody what there is: most of those are answered from memory. */
const isPublicRead = ({ access, method }: AnyRoute): boolean =>
  access === 'public' && method === 'GET'

/** How calls are served by this server, for this shop, behind these guards. */
export const mounter =
  (http: FastifyInstance, house: House): Mount =>
  (contract, handlers) => {
    for (const [name, route] of Object.entries(contract)) {
      const handle = handlers[name] as (app: App, input: unknown) => Promise<unknown>

      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const result = await answerCall(house, route, handle, { request, reply })
        return sendResult(house, route, result, { request, reply })
      }

      for (const { method, url } of spellings(route)) {
        if (route.bytesIn) takeBytes(http, house, route, { method, url, handler })
        else takeJson(http, house, route, { method, url, handler })
      }
    }
  }

type Served = {
  method: AnyRoute['method']
  url: string
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** A call whose body is JSON: anybody's is small, and a large one is read of who is admitted. */
function takeJson(http: FastifyInstance, house: House, route: AnyRoute, given: Served): void {
  const isPublic = route.access === 'public'
  http.route({
    ...given,
    config: { isPublicRead: isPublicRead(route) },
    ...(isPublic ? { bodyLimit: smallBody } : {}),
    onRequest: async (request) => {
      if (!isPublic && isLargeBody(request)) await admit(house, route, request, callerOf(request))
    },
  })
}

/**
 * A call whose body is bytes: larger than JSON may be, so nobody uploads before they are admitted.
 */
function takeBytes(http: FastifyInstance, house: House, route: AnyRoute, given: Served): void {
  const { types, max } = route.bytesIn!
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // A form adds some lines of its own around its file.
    const bodyLimit = max + 16_384

    scope.addContentTypeParser(
      [...types],
      { parseAs: 'buffer', bodyLimit },
      (_request, body, done) => done(null, body),
    )

    scope.route({
      ...given,
      bodyLimit,
      onRequest: async (request) => {
        shed(house.app, route)
        await admit(house, route, request, callerOf(request))
      },
    })
  })
}

/** All method and path pairs under which a call is served. */
export function spellings(route: AnyRoute): { method: AnyRoute['method']; url: string }[] {
  return [route.path, ...route.also].map((path) => {
    const [a, b] = path.split(' ')
    return b ? { method: a as AnyRoute['method'], url: b } : { method: route.method, url: a! }
  })
}

/** Nothing of a call is done that there is no time for (P565). */
function shed(app: App, route: AnyRoute): void {
  const worth = worthOf(route)
  if (worth) app.pressure.assert(worth)
}

async function answerCall(
  { app, guards }: House,
  route: AnyRoute,
  handle: (app: App, input: unknown) => Promise<unknown>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const caller = callerOf(request)
  shed(app, route)
  if (route.ownPagesOnly) assertOwnPages(app, request)
  const principal = await admit({ app, guards }, route, request, caller)
  const { params, query, body } = readCall(route, request)
  if (principal && isActOfPower(route, body) && !(await guards.hasProven(app, principal)))
    throw fail('auth.step_up')

  const captchaSolved = await useCaptcha({ app, guards }, route, request, caller)

  return byOwnWrites(app, { route, request, reply, principal }, (seen) =>
    handle(seen, { params, query, body, principal, caller, request, reply, captchaSolved }),
  )
}

function sendResult(
  { app }: House,
  route: AnyRoute,
  result: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (result instanceof CachedJson) return sendCached(result, request, reply)
  if (route.file) return sendFile(route.file, result as FileReply | StreamReply, reply)

  if (app.config.checkShapes) route.reply.parse(result)

  return reply.send(result)
}

/** Whether a call with this body needs a fresh proof of identity. */
const isActOfPower = ({ stepUp }: AnyRoute, body: unknown): boolean =>
  stepUp === true ||
  (stepUp ?? []).some((field) => (body as Record<string, unknown>)[field] !== undefined)

/** Use up the captcha solution of a call that needs one; answers whether there was one. */
async function useCaptcha(
  { app, guards }: House,
  route: AnyRoute,
  request: FastifyRequest,
  caller: Caller,
): Promise<boolean> {
  if (!route.captcha) return false

  const token = captchaToken(request)
  if (!token && route.captchaOptional) return false

  await guards.verifyCaptcha(app, token, route.captcha, caller)

  return token !== null
}

async function admit(
  { app, guards }: House,
  route: AnyRoute,
  request: FastifyRequest,
  caller: Caller,
): Promise<Principal | null> {
  // Nobody is known while the database is silent: what is shown to all is shown to them too (Q132).
  const isUnknown = isPublicRead(route) && app.answers.isSilent()
  const bearer = isUnknown ? undefined : bearerOf(request)

  const seen = bearer
    ? await guards.authenticate(app, bearer).catch((error) => {
        if (error instanceof Failure) return error
        throw error
      })
    : null

  const principal = seen instanceof Failure ? null : seen
  await guards.gate(app, route, { request, caller, principal })
  if (route.access === 'public') return principal
  if (!principal) throw seen ?? fail('auth.required')

  if (route.access === 'staff') assertStaff(app, principal)

  return principal
}

/** The access token of a request; undefined when it carries none. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]

/** Staff by role and, where the shop demands it, with a second factor set up. */
function assertStaff(app: App, principal: Principal): void {
  if (!staffRoles.includes(principal.role)) throw fail('auth.forbidden')
  if (app.config.staffTwoFactor === 'required' && !principal.twoFactor)
    throw fail('two_factor.setup_required')
}

/**
 * Throw unless this is the person's own, or he may see it as staff: for calls that show customers
 * theirs and staff everybody's, which ask staff for no less than those of staff alone.
 */
export function assertOwnOrStaff(app: App, userId: string, principal: Principal): void {
  if (userId !== principal.userId) assertStaff(app, principal)
}

/** Whether somebody sees as staff what a call shows to others in part. */
export const seesAsStaff = (app: App, principal: Principal | null): boolean =>
  principal !== null &&
  staffRoles.includes(principal.role) &&
  (app.config.staffTwoFactor !== 'required' || principal.twoFactor)

/**
 * The address, language and origin of a request; language by Accept-Language, pt-BR when in doubt
 * (Q22).
 */
export function callerOf(request: FastifyRequest): Caller {
  const wanted = request.headers['accept-language'] ?? ''
  const first = wanted.split(',')[0]?.trim().toLowerCase() ?? ''
  const language: Language = first.startsWith('en') ? 'en-US' : defaultLanguage

  return {
    ip: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language,
    origin: request.headers.origin ?? null,
  }
}

/**
 * The nearest known address of the caller: what a header claims counts only when it is an address;
 * '' for the shop itself.
 */
function addressOf(request: FastifyRequest): string {
  if (isOwnRead(request)) return ''

  const claimed = [...(request.ips ?? []), request.ip].toReversed()

  for (const one of [...claimed, request.socket.remoteAddress ?? '']) {
    const address = normalAddress(one)
    if (address) return address
  }

  return ''
}

/** The address used when the shop itself reads what a page shows; no connection can have it. */
export const ownReads = 'the shop itself'

/** Whether the shop calls itself for what a page shows: there is nobody to ban or limit. */
export const isOwnRead = (request: FastifyRequest): boolean =>
  request.socket.remoteAddress === ownReads

function captchaToken(request: FastifyRequest): string | null {
  const body = request.body as { recaptchaToken?: unknown } | undefined
  const header = request.headers['x-recaptcha-token']
  const token =
    typeof body?.recaptchaToken === 'string' && body.recaptchaToken ? body.recaptchaToken : header

  return typeof token === 'string' && token && token.length <= 8192 ? token : null
}
