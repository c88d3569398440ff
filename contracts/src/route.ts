import { z } from 'zod'

import type { ErrorCode } from './errors.ts'
import type { CaptchaAction } from './limits.ts'

/**
 * Access to a call: everyone, everyone with a session, or staff (roles admin and developer, Q01 and
 * Q02).
 */
export type Access = 'public' | 'session' | 'staff'

/**
 * The answer of a call that returns a file instead of JSON; fileName goes into content-disposition,
 * inline displays it instead of downloading.
 */
export type FileReply = { bytes: Uint8Array; fileName: string; inline?: true }

/** A file that is generated while it is sent, so that its size costs no memory. */
export type StreamReply = { stream: AsyncIterable<string>; fileName: string }

/**
 * One API call: the only place for its method, path, shapes, access, captcha action and error
 * codes.
 */
export type Route<A extends Access, Params, Query, Body, Reply, BodyIn = Body, QueryIn = Query> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Other paths of the same call, e.g. 'PATCH /api/x' or '/api/alias' (same method). */
  also: readonly string[]
  access: A
  summary: string
  captcha?: CaptchaAction
  /** The captcha is optional; the handler gets whether one was solved. */
  captchaOptional?: true
  /**
   * A sensitive action (Q113): the person must have confirmed a password or a second factor in the
   * last ten minutes, else auth.step_up. A list names the body fields that make the call sensitive.
   */
  stepUp?: true | readonly string[]
  /**
   * The call takes a password, a code or a link. Its 401 means that this credential is wrong, never
   * that a token has expired (S256).
   */
  credentials?: true
  /**
   * Only the shop's own pages may make the call: it opens, renews or ends a session by its cookie.
   */
  ownPagesOnly?: true
  /**
   * The call works while the shop is closed (Q97). 'login' also works from a banned address, so
   * that staff can unban themselves (Q13).
   */
  passes?: 'login' | 'maintenance'
  /**
   * A database replica may answer the call, some seconds behind: data for display only, never for a
   * decision (P600).
   */
  fromReplica?: true
  /** A file answer's media type; absent for JSON. */
  file?: string
  /** The schema of a JSON file. */
  fileHolds?: z.ZodType
  /** Media types and maximum bytes of a binary body; the handler reads it from the request. */
  bytesIn?: { types: readonly string[]; max: number }
  params: z.ZodType<Params, Params>
  query: z.ZodType<Query, QueryIn>
  body: z.ZodType<Body, BodyIn>
  reply: z.ZodType<Reply>
  errors: readonly ErrorCode[]
}

export type AnyRoute = Route<Access, any, any, any, any, any, any>

/**
 * Zod's small interface for libraries. Inferring a shape through ZodType is slow, because
 * TypeScript compares all methods of ZodType for every call.
 */
type Schema = z.core.$ZodType
type None = z.ZodObject<{}>

type Given<A extends Access, P, Q, B, R> = Pick<AnyRoute, 'method' | 'path' | 'summary'> & {
  access: A
  reply: R
  params?: P
  query?: Q
  body?: B
} & Partial<
    Pick<
      AnyRoute,
      | 'also'
      | 'captcha'
      | 'captchaOptional'
      | 'ownPagesOnly'
      | 'credentials'
      | 'stepUp'
      | 'file'
      | 'fileHolds'
      | 'fromReplica'
      | 'errors'
      | 'passes'
      | 'bytesIn'
    >
  >

const emptyObject = z.object({})

/** Define a call. Defaults: no input, no captcha, no own error codes. */
export function route<
  A extends Access,
  R extends Schema,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(
  given: Given<A, P, Q, B, R>,
): Route<A, z.output<P>, z.output<Q>, z.output<B>, z.output<R>, z.input<B>, z.input<Q>> {
  return {
    also: [],
    params: emptyObject,
    query: emptyObject,
    body: emptyObject,
    errors: [],
    ...given,
  } as never
}
