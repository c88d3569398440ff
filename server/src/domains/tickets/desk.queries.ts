import type { inboxViews } from '@chaveiro/contracts/admin/support-desk'
import { and, asc, desc, eq, gte, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, countIf, rowsOf, value } from '../../db/rows.ts'
import { orders, ticketMessages, ticketNotes, tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { contains, likePattern } from '../../platform/lists/filters.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { searched, type Ticket } from './tickets.queries.ts'

export type InboxView = (typeof inboxViews)[number]
export type Inbox = { view: InboxView; search?: string | undefined }
export type Note = typeof ticketNotes.$inferSelect
export type Assignee = { id: string; name: string; active: boolean }

const monthSeconds = 30 * 86_400
const lastWord = sql`coalesce(${tickets.lastAt}, ${tickets.createdAt})`

/** Whether somebody runs the shop today. */
const isStaff = and(
  inArray(users.role, ['admin', 'developer']),
  eq(users.isBanned, false),
  isNull(users.deletedAt),
)!

const hasNobody = sql`not exists (select 1 from ${users}
  where ${users.id} = ${tickets.assigneeId} and ${isStaff})`

/** What a view holds; one's own and what nobody has are open ones. */
function inView(view: InboxView, me: string): SQL {
  const open = eq(tickets.status, 'open')
  if (view === 'mine') return and(open, eq(tickets.assigneeId, me))!
  if (view === 'unassigned') return and(open, hasNobody)!

  return view === 'open' ? open : eq(tickets.status, 'closed')
}

/** Name of ticket or customer, words of the subject, the number of its order, a whole address. */
function found(search: string): SQL {
  return or(
    sql`${searched} like ${likePattern(search)}`,
    contains(tickets.subject, search),
    sql`${tickets.orderId} in (select ${orders.id} from ${orders}
      where ${orders.number} = ${search.toUpperCase()})`,
    sql`${tickets.userId} in (select ${users.id} from ${users}
      where ${users.email} = ${search.toLowerCase()})`,
  )!
}

/** A page of tickets as work, the one with the newest word first. */
export async function inbox(
  app: App,
  { view, search }: Inbox,
  { me, page, limit }: { me: string; page: number; limit: number },
): Promise<{ total: number; rows: Ticket[] }> {
  const where = and(inView(view, me), search ? found(search) : undefined)

  const [total, rows] = await Promise.all([
    app.db.$count(tickets, where),
    app.db
      .select()
      .from(tickets)
      .where(where)
      .orderBy(desc(lastWord), desc(tickets.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { total, rows }
}

/** How many tickets each view holds. */
export async function inboxCounts(app: App, me: string): Promise<Record<InboxView, number>> {
  const of = (view: InboxView) => countIf(inView(view, me))

  const [row] = await app.db
    .select({
      open: of('open'),
      mine: of('mine'),
      unassigned: of('unassigned'),
      closed: of('closed'),
    })
    .from(tickets)

  return row!
}

/** Within how many seconds half of the first answers of the last 30 days came; null without any. */
export async function medianResponse(app: App): Promise<number | null> {
  const row = columns({
    median: value(
      sql`round(percentile_cont(0.5) within group (order by ${tickets.responseSeconds}))::integer`,
      z.int().nullable(),
    ),
  })

  const since = secondsAfter(app.clock.now(), -monthSeconds)

  const [found] = await rowsOf(
    app,
    row,
    sql`select ${row} from ${tickets} where ${and(
      gte(tickets.firstResponseAt, since),
      sql`${tickets.responseSeconds} is not null`,
    )}`,
  )

  return found!.median
}

const previewSigns = 140

/** The first words of what people said last in tickets, by their ids. */
export async function previews(
  app: App,
  rows: readonly Ticket[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ id }) => id)
  if (!ids.length) return new Map()

  const said = await app.db
    .selectDistinctOn([ticketMessages.ticketId], {
      ticketId: ticketMessages.ticketId,
      // One sign more than a person's screen shows, so that it is seen to go on.
      text: sql<string>`left(${ticketMessages.text}, ${previewSigns * 2})`,
      attachments: ticketMessages.attachments,
    })
    .from(ticketMessages)
    .where(and(inArray(ticketMessages.ticketId, ids), ne(ticketMessages.role, 'bot')))
    .orderBy(ticketMessages.ticketId, desc(ticketMessages.createdAt), desc(ticketMessages.position))

  return new Map(
    said.map(({ ticketId, text, attachments }) => [
      ticketId,
      firstWords(text) || attachments.map(({ name }) => name).join(', '),
    ]),
  )
}

/** A text in one line, cut between two words. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= previewSigns) return line

  const cut = line.slice(0, previewSigns)
  const lastBlank = cut.lastIndexOf(' ')

  return `${(lastBlank < 0 ? cut : cut.slice(0, lastBlank)).toWellFormed()}…`
}

/** Who may have a ticket, by name. */
export const staffPeople = (app: App): Promise<{ id: string; name: string }[]> =>
  app.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isStaff)
    .orderBy(asc(users.name), asc(users.id))

/** Who has tickets, by their ids; one whose role was taken away is known and not active. */
export async function assigneesOf(
  app: App,
  rows: readonly Ticket[],
): Promise<ReadonlyMap<string, Assignee>> {
  const ids = rows.flatMap(({ assigneeId }) => assigneeId ?? [])
  if (!ids.length) return new Map()

  const people = await app.db
    .select({ id: users.id, name: users.name, active: sql<boolean>`(${isStaff})` })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))

  return new Map(people.map((one) => [one.id, one]))
}

/** Somebody who may have a ticket; null for everybody else. */
export async function staffPerson(app: App, id: string) {
  const [one] = await app.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), isStaff))
  return one ?? null
}

/** What staff noted about a ticket, in order. */
export const notesOf = (app: App, ticketId: string): Promise<Note[]> =>
  app.db
    .select()
    .from(ticketNotes)
    .where(eq(ticketNotes.ticketId, ticketId))
    .orderBy(asc(ticketNotes.createdAt), asc(ticketNotes.id))
