import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/mount.ts'

export type Reveal = {
  by: 'customer' | 'staff'
  name: string
  ip: string | null
  userAgent: string | null
  createdAt: string
}

/** Keep that keys were handed to their owner's browser, once for each address: what proves a delivery in a dispute. Usually it reads only. */
export async function noteShown(
  app: App,
  licenceIds: readonly string[],
  caller: Caller,
): Promise<void> {
  if (!licenceIds.length) return
  const ids = sql.join(
    licenceIds.map((id) => sql`(${id}::uuid)`),
    sql`, `,
  )
  const { rows } = await app.db.execute<{ id: string }>(
    sql`select v.id from (values ${ids}) as v (id) where not exists (select 1 from licence_views s where s.licence_id = v.id and s.ip = ${caller.ip})`,
  )
  if (!rows.length) return
  const fresh = sql.join(
    rows.map(
      ({ id }) =>
        sql`(${id}::uuid, ${caller.ip}, ${caller.userAgent.slice(0, 300)}, ${app.clock.now()}::timestamptz)`,
    ),
    sql`, `,
  )
  await app.db.execute(
    sql`insert into licence_views (licence_id, ip, user_agent, created_at) values ${fresh} on conflict do nothing`,
  )
}

/** The same for the keys of an order that its buyer sees on the page of his payment. */
export async function noteOrderShown(app: App, orderId: string, caller: Caller): Promise<void> {
  const { rows } = await app.db.execute<{ id: string }>(
    sql`select id from licences where order_id = ${orderId} and status <> 'revoked'`,
  )
  await noteShown(
    app,
    rows.map((row) => row.id),
    caller,
  )
}

/** Who had a licence's key on screen, oldest first. Throws licence.not_found. */
export async function revealsOf(app: App, id: string): Promise<Reveal[]> {
  const {
    rows: [licence],
  } = await app.db.execute<{ customer_name: string }>(
    sql`select customer_name from licences where id = ${id}`,
  )
  if (!licence) throw fail('licence.not_found')
  const { rows } = await app.db.execute<{
    by: Reveal['by']
    name: string
    ip: string | null
    user_agent: string | null
    created_at: string
  }>(sql`
    select 'customer' as by, ${licence.customer_name} as name, ip, user_agent, created_at from licence_views where licence_id = ${id}
    union all select 'staff', coalesce(actor_name, ''), ip, null, created_at from audit_log where target_type = 'licence' and target_id = ${id} and action = 'licence.revealed' order by created_at`)
  return rows.map(({ user_agent: userAgent, created_at: at, ...row }) => ({
    ...row,
    userAgent,
    createdAt: new Date(at).toISOString(),
  }))
}
