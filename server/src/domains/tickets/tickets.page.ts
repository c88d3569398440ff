import type { FastifyInstance, FastifyReply } from 'fastify'

import type { App } from '../../platform/app.ts'
import { callerOf } from '../../platform/http/mount.ts'
import { matchesAny, signaturesOf } from '../../platform/secrets/derived-keys.ts'
import { signedFileUrl } from './tickets.files.ts'
import { findTicket, isStaffSession, messagesOf } from './tickets.queries.ts'
import { transcriptHtml, transcriptPolicy } from './tickets.transcript.ts'

const cookieName = 'transcripts'
const lifeSeconds = 600

/**
 * Sets the cookie for transcripts: a new tab cannot carry a bearer token (Q86). The cookie is
 * signed, contains its session and expiry, and is limited to /transcripts and this site. Scripts
 * cannot read it.
 */
export function allowTranscripts(app: App, reply: FastifyReply, sessionId: string): void {
  const cookieExpiry = Math.floor(app.clock.now().getTime() / 1000) + lifeSeconds
  reply.setCookie(
    cookieName,
    `${sessionId}.${cookieExpiry}.${signaturesFor(app, sessionId, cookieExpiry)[0]}`,
    {
      path: '/transcripts',
      httpOnly: true,
      sameSite: 'strict',
      secure: app.config.secureCookies,
      maxAge: lifeSeconds,
    },
  )
}

/**
 * GET /transcripts/{ticketId}.html, for staff with the cookie. A missing right and a missing
 * ticket get the same 404.
 */
export function mountTranscripts(http: FastifyInstance, app: App): void {
  http.get('/transcripts/*', async (request, reply) => {
    const ticketName = /^([A-Za-z0-9-]{1,64})\.html$/.exec(
      (request.params as { '*': string })['*'],
    )?.[1]
    const isAllowed = await mayReadTranscripts(app, request.cookies[cookieName])
    const ticket = isAllowed && ticketName ? await findTicket(app, ticketName) : null

    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', transcriptPolicy)
      .header('cache-control', 'no-store')
      .header('cross-origin-opener-policy', 'same-origin')

    if (!ticket)
      return reply
        .code(404)
        .send('<!doctype html><meta charset="utf-8"><title>404</title><p>404</p>')

    return reply.send(
      transcriptHtml(ticket, await messagesOf(app, ticket.id), {
        language: callerOf(request).language,
        timeZone: app.config.timeZone,
        fileUrl: (url) => signedFileUrl(app, url),
      }),
    )
  })
}

/** Whether a signed cookie is valid: not expired, its session alive and its user still staff. */
async function mayReadTranscripts(app: App, cookie: string | undefined): Promise<boolean> {
  const cookieParts = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/.exec(cookie ?? '')
  if (!cookieParts) return false

  const [, sessionId, until, signature] = cookieParts as unknown as [string, string, string, string]
  if (!matchesAny(signature, signaturesFor(app, sessionId, Number(until)))) return false

  return Number(until) * 1000 > app.clock.now().getTime() && isStaffSession(app, sessionId)
}

// The purpose 'transcript cookie' gives these cookies their own signing key, so that signatures for
// other purposes are not valid.
const signaturesFor = (app: App, sessionId: string, until: number): string[] =>
  signaturesOf(app.config, 'transcript cookie', `${sessionId}.${until}`).map((signature) =>
    signature.toString('base64url'),
  )
