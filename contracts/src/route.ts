import { z } from 'zod'

import type { ErrorCode } from './errors.ts'
import type { CaptchaAction } from './limits.ts'

/**
 * Who may make a call: anyone, anyone with a live session, or staff (roles admin and developer, Q01
 * and Q02).
 */
export type Access = 'public' | 'session' | 'staff'

/**
 * What a call answers when it answers a file instead of JSON; fileName goes into
 * content-disposition, inline is for showing rather than keeping.
 */
export type FileReply = { bytes: Uint8Array; fileName: string; inline?: true }

/** A file that is made while it is sent, so that its length costs no memory. */
export type StreamReply = { stream: AsyncIterable<string>; fileName: string }

/**
 * One API call: the only place its method, path, shapes, access, captcha action and error codes are
 * written.
 */
export type Route<A extends Access, Params, Query, Body, Reply, BodyIn = Body, QueryIn = Query> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Other spellings of the same call, e.g. 'PATCH /api/x' or '/api/alias' (same method). */
  also: readonly string[]
  access: A
  summary: string
  captcha?: CaptchaAction
  /** The captcha may be left out; the handler is told whether one was solved. */
  captchaOptional?: true
  /**
   * An act of power (Q113): the person must have given a password or a second factor in the last
   * ten minutes, else auth.step_up. A list names the fields of the body that make it one; without
   * any of them the call is an ordinary one.
   */
  stepUp?: true | readonly string[]
  /**
   * The call takes a password, a code or a link: its 401 refuses that and never means an old token
   * (S256).
   */
  credentials?: true
  /**
   * A browser may make the call from the shop's own pages only: it opens, renews or ends a session
   * by its cookie.
   */
  ownPagesOnly?: true
  /**
   * What still answers while the shop is closed (Q97); 'login' also answers a banned address, so
   * that staff can let themselves in (Q13).
   */
  passes?: 'login' | 'maintenance'
  /**
   * A replica of the database may answer it, which is some seconds behind: what is shown and decides
   * nothing (P600).
   */
  fromReplica?: true
  /** Media type of a file answer; absent for JSON. */
  file?: string
  /** What a file of JSON holds. */
  fileHolds?: z.ZodType
  /**
   * Media types of a body that is bytes instead of JSON, and how many bytes it may have; the
   * handler reads them from the request.
   */
  bytesIn?: { types: readonly string[]; max: number }
  params: z.ZodType<Params, Params>
  query: z.ZodType<Query, QueryIn>
  body: z.ZodType<Body, BodyIn>
  reply: z.ZodType<Reply>
  errors: readonly ErrorCode[]
}

export type AnyRoute = Route<Access, any, any, any, any, any, any>

/**
 * A schema by the small face that zod gives libraries: to infer a shape through ZodType compares
 * all of its methods, for every call.
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

const none = z.object({})

/**
 * Write a call down once; what is not given takes nothing, needs no captcha and adds no error codes
 * of its own.
 */
export function route<
  A extends Access,
  R extends Schema,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(
  given: Given<A, P, Q, B, R>,
): Route<A, z.output<P>, z.output<Q>, z.output<B>, z.output<R>, z.input<B>, z.input<Q>> {
  return { also: [], params: none, query: none, body: none, errors: [], ...given } as never
}
