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
import { normalAddress } from '../text/ip-address.ts'
import { CachedJson, sendCached } from './cached-json.ts'
import { isLargeBody, smallBody } from './large-body.ts'
import { assertOwnPages } from './own-pages.ts'
import { readOwnWrites } from './own-writes.ts'
import { readCall } from './read-call.ts'
import { sendFile } from './send-file.ts'
import { worthOf } from './serving.ts'

/** The person of a valid session. twoFactor: whether the account requires a second factor. */
export type Principal = {
  userId: string
  sessionId: string
  role: Role
  name: string
  email: string
  twoFactor: boolean
}

/** Where a request comes from: IP address, browser, language. */
export type Caller = { ip: string; userAgent: string; language: Language; origin: string | null }

/** A request with its caller and, if logged in, the person. */
export type RequestContext = {
  request: FastifyRequest
  caller: Caller
  principal: Principal | null
}

/**
 * Checks that domains implement. This file may not import domains, so the HTTP server passes the
 * checks in.
 */
export type Guards = {
  /** The session of a bearer token; throws auth.required or auth.banned. */
  authenticate(app: App, bearer: string): Promise<Principal>
  /** Whether this person proved their identity within ten minutes (Q113). */
  hasProven(app: App, principal: Principal): Promise<boolean>
  /** Checks that the shop is open to this caller; throws auth.ip_banned or maintenance. */
  gate(app: App, route: AnyRoute, asking: RequestContext): Promise<void>
  /**
   * Uses up the solution of a captcha for one action; throws captcha.failed or captcha.unavailable.
   */
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

type MountContext = { app: App; guards: Guards }

/**
 * Serves every call of one domain's contract. A missing or extra handler, or a wrong return type,
 * does not compile.
 */
export type Mount = <C extends Record<string, AnyRoute>>(contract: C, handlers: Handlers<C>) => void

/** Whether a call is a public read; most public reads are answered from memory. */
const isPublicRead = ({ access, method }: AnyRoute): boolean =>
  access === 'public' && method === 'GET'

/** Creates the function that mounts contracts on a server, for a shop and its guards. */
export const createMount =
  (http: FastifyInstance, context: MountContext): Mount =>
  (contract, handlers) => {
    for (const [name, route] of Object.entries(contract)) {
      const handleCall = handlers[name] as (app: App, input: unknown) => Promise<unknown>

      const answerRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        const callResult = await answerCall(context, route, handleCall, { request, reply })
        return sendResult(context, route, callResult, { request, reply })
      }

      for (const { method, url } of methodsAndPaths(route)) {
        if (route.bytesIn) mountBytes(http, context, route, { method, url, handler: answerRequest })
        else mountJson(http, context, route, { method, url, handler: answerRequest })
      }
    }
  }

type Served = {
  method: AnyRoute['method']
  url: string
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/**
 * Mounts a call with a JSON body. A public call accepts only a small body. Other calls check the
 * caller before they read a large body.
 */
function mountJson(
  http: FastifyInstance,
  context: MountContext,
  route: AnyRoute,
  served: Served,
): void {
  const isPublicCall = route.access === 'public'
  http.route({
    ...served,
    config: { isPublicRead: isPublicRead(route) },
    ...(isPublicCall ? { bodyLimit: smallBody } : {}),
    onRequest: async (request) => {
      if (!isPublicCall && isLargeBody(request))
        await admitCaller(context, route, request, callerOf(request))
    },
  })
}

/**
 * Mounts a call whose body is a file, larger than JSON may be. The caller is checked before the
 * upload.
 */
function mountBytes(
  http: FastifyInstance,
  context: MountContext,
  route: AnyRoute,
  served: Served,
): void {
  const { types, max } = route.bytesIn!
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Room for the lines that a multipart form adds around its file.
    const bodyLimit = max + 16_384

    scope.addContentTypeParser(
      [...types],
      { parseAs: 'buffer', bodyLimit },
      (_request, body, done) => done(null, body),
    )

    scope.route({
      ...served,
      bodyLimit,
      onRequest: async (request) => {
        refuseUnderLoad(context.app, route)
        await admitCaller(context, route, request, callerOf(request))
      },
    })
  })
}

/** The method and each path of a route. */
export function methodsAndPaths(route: AnyRoute): { method: AnyRoute['method']; url: string }[] {
  return [route.path, ...route.also].map((path) => {
    const [pathOrMethod, pathAfterMethod] = path.split(' ')

    return pathAfterMethod
      ? { method: pathOrMethod as AnyRoute['method'], url: pathAfterMethod }
      : { method: route.method, url: pathOrMethod! }
  })
}

/**
 * Throws request.busy before any work when the process is too loaded for a call of this priority
 * (P565).
 */
function refuseUnderLoad(app: App, route: AnyRoute): void {
  const callWorth = worthOf(route)
  if (callWorth) app.pressure.assert(callWorth)
}

async function answerCall(
  { app, guards }: MountContext,
  route: AnyRoute,
  handle: (app: App, input: unknown) => Promise<unknown>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const caller = callerOf(request)
  refuseUnderLoad(app, route)
  if (route.ownPagesOnly) assertOwnPages(app, request)
  const principal = await admitCaller({ app, guards }, route, request, caller)
  const { params, query, body } = readCall(route, request)
  if (principal && needsStepUp(route, body) && !(await guards.hasProven(app, principal)))
    throw fail('auth.step_up')

  const captchaSolved = await useCaptcha({ app, guards }, route, request, caller)

  return readOwnWrites(app, { route, request, reply, principal }, (session) =>
    handle(session, { params, query, body, principal, caller, request, reply, captchaSolved }),
  )
}

function sendResult(
  { app }: MountContext,
  route: AnyRoute,
  result: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (result instanceof CachedJson) return sendCached(result, request, reply)
  if (route.file) return sendFile(route.file, result as FileReply | StreamReply, reply)

  if (app.config.checkShapes) route.reply.parse(result)

  return reply.send(result)
}

/** Whether this call with this body requires a recent proof of identity. */
const needsStepUp = ({ stepUp }: AnyRoute, body: unknown): boolean =>
  stepUp === true ||
  (stepUp ?? []).some((field) => (body as Record<string, unknown>)[field] !== undefined)

/**
 * Uses up the captcha solution of a call that needs one; returns whether the request contained a
 * solution.
 */
async function useCaptcha(
  { app, guards }: MountContext,
  route: AnyRoute,
  request: FastifyRequest,
  caller: Caller,
): Promise<boolean> {
  if (!route.captcha) return false

  const solutionToken = captchaToken(request)
  if (!solutionToken && route.captchaOptional) return false

  await guards.verifyCaptcha(app, solutionToken, route.captcha, caller)

  return solutionToken !== null
}

async function admitCaller(
  { app, guards }: MountContext,
  route: AnyRoute,
  request: FastifyRequest,
  caller: Caller,
): Promise<Principal | null> {
  // While the database is silent no session can be checked, so public reads are answered as for a
  // guest (Q132).
  const isUnknown = isPublicRead(route) && app.answers.isSilent()
  const bearerToken = isUnknown ? undefined : bearerTokenOf(request)

  const sessionOrRefusal = bearerToken
    ? await guards.authenticate(app, bearerToken).catch((error) => {
        if (error instanceof Failure) return error
        throw error
      })
    : null

  const principal = sessionOrRefusal instanceof Failure ? null : sessionOrRefusal
  await guards.gate(app, route, { request, caller, principal })
  if (route.access === 'public') return principal
  if (!principal) throw sessionOrRefusal ?? fail('auth.required')

  if (route.access === 'staff') assertStaff(app, principal)

  return principal
}

/** The access token of a request; undefined without a token. */
export const bearerTokenOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]

/** Throws unless the role is staff and any required second factor is set up. */
function assertStaff(app: App, principal: Principal): void {
  if (!staffRoles.includes(principal.role)) throw fail('auth.forbidden')
  if (app.config.staffTwoFactor === 'required' && !principal.twoFactor)
    throw fail('two_factor.setup_required')
}

/**
 * Throws unless the person owns the data or is staff. For calls that show customers only their own
 * data and show staff all data. Staff need the same second factor here as in the back office.
 */
export function assertOwnOrStaff(app: App, userId: string, principal: Principal): void {
  if (userId !== principal.userId) assertStaff(app, principal)
}

/**
 * Whether this person gets the full answer of a call that hides fields from everybody except staff.
 */
export const seesAsStaff = (app: App, principal: Principal | null): boolean =>
  principal !== null &&
  staffRoles.includes(principal.role) &&
  (app.config.staffTwoFactor !== 'required' || principal.twoFactor)

/**
 * IP address, language and origin of a request. The language is that of Accept-Language, or pt-BR
 * (Q22).
 */
export function callerOf(request: FastifyRequest): Caller {
  const acceptedLanguages = request.headers['accept-language'] ?? ''
  const firstLanguage = acceptedLanguages.split(',')[0]?.trim().toLowerCase() ?? ''
  const language: Language = firstLanguage.startsWith('en') ? 'en-US' : defaultLanguage

  return {
    ip: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language,
    origin: request.headers.origin ?? null,
  }
}

/**
 * The IP address of the caller; '' when the shop itself reads data for a page. Proxy headers count
 * only if they contain an IP address.
 */
function addressOf(request: FastifyRequest): string {
  if (isOwnRead(request)) return ''

  const candidates = [...(request.ips ?? []), request.ip].toReversed()

  for (const candidate of [...candidates, request.socket.remoteAddress ?? '']) {
    const validAddress = normalAddress(candidate)
    if (validAddress) return validAddress
  }

  return ''
}

/**
 * Replaces the IP address when the shop itself reads data for a page. No real connection has
 * this text.
 */
export const ownReadAddress = 'the shop itself'

/** Whether the shop calls itself to render a page; such calls are not banned or rate-limited. */
export const isOwnRead = (request: FastifyRequest): boolean =>
  request.socket.remoteAddress === ownReadAddress

function captchaToken(request: FastifyRequest): string | null {
  const requestBody = request.body as { recaptchaToken?: unknown } | undefined
  const headerToken = request.headers['x-recaptcha-token']
  const sentToken =
    typeof requestBody?.recaptchaToken === 'string' && requestBody.recaptchaToken
      ? requestBody.recaptchaToken
      : headerToken

  return typeof sentToken === 'string' && sentToken && sentToken.length <= 8192 ? sentToken : null
}
