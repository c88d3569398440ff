import type { FastifyInstance, FastifyReply } from 'fastify'

import type { App } from '../../platform/app.ts'
import { callerOf } from '../../platform/http/mount.ts'
import { isOneOf, signaturesOf } from '../../platform/secrets/derived-keys.ts'
import { signedFileUrl } from './tickets.files.ts'
import { findTicket, isStaffSession, messagesOf } from './tickets.queries.ts'
import { transcriptHtml, transcriptPolicy } from './tickets.transcript.ts'

const cookieName = 'transcripts'
const lifeSeconds = 600

/**
 * A new tab cannot carry a bearer token, so the back office asks for a cookie first: it names the
 * session that asked and when it ends, is signed, is sent to /transcripts alone and by this site
 * alone, and scripts cannot read it (Q86).
 */
export function allowTranscripts(app: App, reply: FastifyReply, sessionId: string): void {
  const until = Math.floor(app.clock.now().getTime() / 1000) + lifeSeconds
  reply.setCookie(cookieName, `${sessionId}.${until}.${signed(app, sessionId, until)[0]}`, {
    path: '/transcripts',
    httpOnly: true,
    sameSite: 'strict',
    secure: app.config.secureCookies,
    maxAge: lifeSeconds,
  })
}

/**
 * GET /transcripts/{ticketId}.html: for staff with the cookie; whoever else and whatever is missing
 * gets the same 404.
 */
export function mountTranscripts(http: FastifyInstance, app: App): void {
  http.get('/transcripts/*', async (request, reply) => {
    const name = /^([A-Za-z0-9-]{1,64})\.html$/.exec((request.params as { '*': string })['*'])?.[1]
    const allowed = await mayRead(app, request.cookies[cookieName])
    const ticket = allowed && name ? await findTicket(app, name) : null

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

/**
 * A signed cookie whose time is not over, of a session that still lives and whose user still runs
 * the shop.
 */
async function mayRead(app: App, cookie: string | undefined): Promise<boolean> {
  const m = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/.exec(cookie ?? '')
  if (!m) return false

  const [, sessionId, until, given] = m as unknown as [string, string, string, string]
  if (!isOneOf(given, signed(app, sessionId, Number(until)))) return false

  return Number(until) * 1000 > app.clock.now().getTime() && isStaffSession(app, sessionId)
}

// A key of its own, derived from the store's secret, so that nothing signed elsewhere serves here.
const signed = (app: App, sessionId: string, until: number): string[] =>
  signaturesOf(app.config, 'transcript cookie', `${sessionId}.${until}`).map((signature) =>
    signature.toString('base64url'),
  )
