import type { inboxViews } from '@chaveiro/contracts/admin/support-desk'
import { and, asc, desc, eq, gte, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, countIf, rowsOf, value } from '../../db/rows.ts'
import { orders, ticketMessages, ticketNotes, tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { contains, likePattern } from '../../platform/lists/filters.ts'
import { cutWhole } from '../../platform/text/whole-cut.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { searchText, type Ticket } from './tickets.queries.ts'

export type InboxView = (typeof inboxViews)[number]
export type Inbox = { view: InboxView; search?: string | undefined }
export type Note = typeof ticketNotes.$inferSelect
export type Assignee = { id: string; name: string; active: boolean }

const monthSeconds = 30 * 86_400
const lastWord = sql`coalesce(${tickets.lastAt}, ${tickets.createdAt})`

/** Whether a user is a member of staff now. */
const isActiveStaff = and(
  inArray(users.role, ['admin', 'developer']),
  eq(users.isBanned, false),
  isNull(users.deletedAt),
)!

const isUnassigned = sql`not exists (select 1 from ${users}
  where ${users.id} = ${tickets.assigneeId} and ${isActiveStaff})`

/** The tickets of a view; `mine` and `unassigned` hold open tickets only. */
function viewCondition(view: InboxView, me: string): SQL {
  const isOpenTicket = eq(tickets.status, 'open')
  if (view === 'mine') return and(isOpenTicket, eq(tickets.assigneeId, me))!
  if (view === 'unassigned') return and(isOpenTicket, isUnassigned)!

  return view === 'open' ? isOpenTicket : eq(tickets.status, 'closed')
}

/**
 * The search matches the name of ticket or customer, words of the subject, an order number, or a
 * whole email address.
 */
function searchCondition(search: string): SQL {
  return or(
    sql`${searchText} like ${likePattern(search)}`,
    contains(tickets.subject, search),
    sql`${tickets.orderId} in (select ${orders.id} from ${orders}
      where ${orders.number} = ${search.toUpperCase()})`,
    sql`${tickets.userId} in (select ${users.id} from ${users}
      where ${users.email} = ${search.toLowerCase()})`,
  )!
}

/** A page of the inbox, the ticket with the newest message first. */
export async function selectInbox(
  app: App,
  { view, search }: Inbox,
  { me, page, limit }: { me: string; page: number; limit: number },
): Promise<{ total: number; rows: Ticket[] }> {
  const condition = and(viewCondition(view, me), search ? searchCondition(search) : undefined)

  const [total, rows] = await Promise.all([
    app.db.$count(tickets, condition),
    app.db
      .select()
      .from(tickets)
      .where(condition)
      .orderBy(desc(lastWord), desc(tickets.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { total, rows }
}

/** The count of tickets in each view. */
export async function inboxCounts(app: App, me: string): Promise<Record<InboxView, number>> {
  const countOfView = (view: InboxView) => countIf(viewCondition(view, me))

  const [countRow] = await app.db
    .select({
      open: countOfView('open'),
      mine: countOfView('mine'),
      unassigned: countOfView('unassigned'),
      closed: countOfView('closed'),
    })
    .from(tickets)

  return countRow!
}

/** The median of the first response times of the last 30 days, in seconds; null without any. */
export async function medianResponse(app: App): Promise<number | null> {
  const medianColumns = columns({
    median: value(
      sql`round(percentile_cont(0.5) within group (order by ${tickets.responseSeconds}))::integer`,
      z.int().nullable(),
    ),
  })

  const monthAgo = secondsAfter(app.clock.now(), -monthSeconds)

  const [medianRow] = await rowsOf(
    app,
    medianColumns,
    sql`select ${medianColumns} from ${tickets} where ${and(
      gte(tickets.firstResponseAt, monthAgo),
      sql`${tickets.responseSeconds} is not null`,
    )}`,
  )

  return medianRow!.median
}

const previewLength = 140

/** The first words of the newest message by a person in each ticket, by ticket id. */
export async function previews(
  app: App,
  rows: readonly Ticket[],
): Promise<ReadonlyMap<string, string>> {
  const ticketIds = rows.map(({ id }) => id)
  if (!ticketIds.length) return new Map()

  const lastMessages = await app.db
    .selectDistinctOn([ticketMessages.ticketId], {
      ticketId: ticketMessages.ticketId,
      // More characters than the preview shows, so that the ellipsis appears.
      text: sql<string>`left(${ticketMessages.text}, ${previewLength * 2})`,
      attachments: ticketMessages.attachments,
    })
    .from(ticketMessages)
    .where(and(inArray(ticketMessages.ticketId, ticketIds), ne(ticketMessages.role, 'bot')))
    .orderBy(ticketMessages.ticketId, desc(ticketMessages.createdAt), desc(ticketMessages.position))

  return new Map(
    lastMessages.map(({ ticketId, text, attachments }) => [
      ticketId,
      firstWords(text) || attachments.map(({ name }) => name).join(', '),
    ]),
  )
}

/** A text in one line, cut between two words. */
function firstWords(text: string): string {
  const singleLine = text.replace(/\s+/g, ' ').trim()
  if (singleLine.length <= previewLength) return singleLine

  const shortened = cutWhole(singleLine, previewLength)
  const lastBlank = shortened.lastIndexOf(' ')

  return `${lastBlank < 0 ? shortened : shortened.slice(0, lastBlank)}…`
}

/** The people who may be assigned a ticket, sorted by name. */
export const staffPeople = (app: App): Promise<{ id: string; name: string }[]> =>
  app.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isActiveStaff)
    .orderBy(asc(users.name), asc(users.id))

/**
 * The assignees of tickets by their ids. An assignee who lost the role of staff is listed as not
 * active.
 */
export async function assigneesOf(
  app: App,
  rows: readonly Ticket[],
): Promise<ReadonlyMap<string, Assignee>> {
  const assigneeIds = rows.flatMap(({ assigneeId }) => assigneeId ?? [])
  if (!assigneeIds.length) return new Map()

  const assignees = await app.db
    .select({ id: users.id, name: users.name, active: sql<boolean>`(${isActiveStaff})` })
    .from(users)
    .where(and(inArray(users.id, assigneeIds), isNull(users.deletedAt)))

  return new Map(assignees.map((person) => [person.id, person]))
}

/** A person who may be assigned a ticket; null for anyone else. */
export async function staffPerson(app: App, id: string) {
  const [staffRow] = await app.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), isActiveStaff))
  return staffRow ?? null
}

/** The notes of staff about a ticket, in order. */
export const notesOfTicket = (app: App, ticketId: string): Promise<Note[]> =>
  app.db
    .select()
    .from(ticketNotes)
    .where(eq(ticketNotes.ticketId, ticketId))
    .orderBy(asc(ticketNotes.createdAt), asc(ticketNotes.id))
