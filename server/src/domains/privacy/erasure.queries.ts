import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'
import type { User } from '../accounts/people/people.queries.ts'
import { namesKeptUntil } from '../books/deleted-customers.queries.ts'

/**
 * The effects of deleting a person: data that is deleted, data that loses its name, and data that
 * the law keeps.
 */
export type Erasure = {
  goes: Record<
    | 'sessions'
    | 'secondFactor'
    | 'keptCpf'
    | 'tickets'
    | 'notesAboutHim'
    | 'savedViews'
    | 'readNotifications',
    number
  >
  loseTheName: { reviews: number }
  /** Rows that keep name and e-mail until the end of the year `until`. */
  keptForTheBooks: { orders: number; payments: number; licences: number; until: number }
  /** Open payments, which are closed at their provider first. */
  openPayments: number
}

const countRows = (from: string, of = 'user_id') =>
  value(
    sql`(select count(*)::int from ${sql.identifier(from)} where ${sql.identifier(of)} = u.id)`,
    z.int(),
  )

/** Count the rows that deleting this person would affect; changes nothing. */
export async function erasureOf(app: App, { id }: Pick<User, 'id'>): Promise<Erasure> {
  const erasureColumns = columns({
    sessions: countRows('sessions'),
    secondFactor: countRows('two_factors'),
    keptCpf: countRows('kept_cpfs'),
    tickets: value(
      sql`(select count(*)::int from tickets t where t.user_id = u.id
        or (t.user_id is null and t.user_discord_id = u.discord_id))`,
      z.int(),
    ),
    notesAboutHim: countRows('customer_notes'),
    savedViews: countRows('saved_views'),
    readNotifications: countRows('viewed_notifications'),
    reviews: countRows('reviews'),
    orders: countRows('orders'),
    payments: countRows('payments'),
    licences: countRows('licences'),
    openPayments: value(
      sql`(select count(*)::int from payments p where p.user_id = u.id and p.status = 'pending')`,
      z.int(),
    ),
  })

  const [counts] = await rowsOf(
    app,
    erasureColumns,
    sql`select ${erasureColumns} from users u where u.id = ${id}`,
  )
  const { reviews, orders, payments, licences, openPayments, ...goes } = counts!

  return {
    goes,
    loseTheName: { reviews },
    keptForTheBooks: { orders, payments, licences, until: namesKeptUntil(app) },
    openPayments,
  }
}
