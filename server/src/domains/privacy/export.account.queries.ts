import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'

import { auditLog, ticketMessages, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { ownedBy } from '../tickets/support.queries.ts'
import { messageView } from '../tickets/support.views.ts'
import { after, inPages } from './export.pages.ts'

// Messages between a person and the shop, and the events of the account.

/** The tickets of a person, those opened by chat included. */
export const ticketsIn = (app: App, userId: string) =>
  inPages(
    (last: typeof tickets.$inferSelect | null, limit) =>
      app.db
        .select()
        .from(tickets)
        .where(and(ownedBy(userId), after(tickets, last)))
        .orderBy(asc(tickets.createdAt), asc(tickets.id))
        .limit(limit),
    (rows) =>
      rows.map(({ ticketId, subject, status, createdAt, closedAt }) => ({
        ticketId,
        subject,
        status,
        createdAt,
        closedAt,
      })),
  )

type Said = typeof ticketMessages.$inferSelect & { ticket: string }

/** The messages of a person's tickets as the person reads them, with the first name of staff. */
export const conversationIn = (app: App, userId: string) =>
  inPages(
    (last: Said | null, limit) => {
      const { ticketId, createdAt, position } = ticketMessages

      const afterLast = last
        ? sql`(${ticketId}, ${createdAt}, ${position}) >
            (${last.ticketId}::uuid, ${last.createdAt.toISOString()}::timestamptz, ${last.position})`
        : undefined

      return app.db
        .select({ ...getTableColumns(ticketMessages), ticket: tickets.ticketId })
        .from(ticketMessages)
        .innerJoin(tickets, eq(tickets.id, ticketId))
        .where(and(ownedBy(userId), afterLast))
        .orderBy(asc(ticketId), asc(createdAt), asc(position))
        .limit(limit)
    },
    (rows) =>
      rows.map((row) => {
        const { files, mail, id: _id, ...said } = messageView(row, new Map())
        return {
          ticketId: row.ticket,
          ...said,
          files: files.map((file) => file.name),
          ...(mail && { mailQuotes: mail.history, mailFilesLeftOut: mail.leftOut }),
        }
      }),
  )

/**
 * The author of an event that another person caused. An event without an actor was a failed login
 * or a task of the clock.
 */
const othersName = (actorId: string | null) => (actorId ? 'the shop' : 'nobody named')

/**
 * Logins, logouts and changes of an account. Events by the person show their IP address; events by
 * others show no IP address, name or reason.
 */
export const accountIn = (app: App, userId: string) =>
  inPages(
    (last: typeof auditLog.$inferSelect | null, limit) =>
      app.db
        .select()
        .from(auditLog)
        .where(
          and(
            eq(auditLog.targetType, 'user'),
            eq(auditLog.targetId, userId),
            sql`${auditLog.action} ~ '^(login|logout|register|session|password|two_factor|user)($|[.])'`,
            after(auditLog, last),
          ),
        )
        .orderBy(asc(auditLog.createdAt), asc(auditLog.id))
        .limit(limit),
    (rows) =>
      rows.map(({ action, actorId, ip, createdAt }) => ({
        action,
        ...(actorId === userId ? { by: 'yourself', ip } : { by: othersName(actorId), ip: null }),
        createdAt,
      })),
  )
