import type { chatRole, roles as contract } from '@chaveiro/contracts/admin/roles'
import type { RoleState } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { allOf, contains } from '../../platform/list-filters.ts'

type Query = z.infer<typeof contract.list.query>
export type ChatRoleView = z.infer<typeof chatRole>
type Row = {
  id: string
  user_id: string
  name: string
  email: string
  linked: string | null
  discord_id: string
  role_id: string
  wanted: boolean
  state: RoleState
  problem: ChatRoleView['problem']
  detail: string | null
  tries: number
  next_at: string | null
  updated_at: string
  products: string[]
}

/** The products of whose active licences a role comes. */
const givers = sql`array(select distinct l.product_name from licences l join products p on p.id = l.product_id where l.user_id = g.user_id and l.status = 'active' and p.discord_role_id = g.role_id order by 1 limit 10)`

/** A page of roles, the last changed first, with how many there are in each state whatever the filter. */
export async function listRoles(
  app: App,
  { page, limit, search, state, userId }: Query,
): Promise<{ roles: ChatRoleView[]; total: number; counts: Record<RoleState, number> }> {
  const found =
    search &&
    sql`(g.discord_id = ${search} or g.user_id in (select id from users where ${contains(sql`(name || E'\\n' || email || E'\\n' || coalesce(discord_id, ''))`, search)}))`
  const where = allOf([
    state && sql`g.state = ${state}`,
    userId && sql`g.user_id = ${userId}`,
    found,
  ])
  const { rows } = await app.db.execute<Row>(sql`
    select g.*, u.name, u.email, u.discord_id as linked, ${givers} as products from (select * from role_grants g where ${where} order by g.updated_at desc, g.id desc limit ${limit} offset ${(page - 1) * limit}) g
      join users u on u.id = g.user_id order by g.updated_at desc, g.id desc`)
  const { rows: counted } = await app.db.execute<{ state: RoleState; n: number; matching: number }>(
    sql`select g.state, count(*)::int as n, count(*) filter (where ${where})::int as matching from role_grants g group by g.state`,
  )
  const of = (name: RoleState) => counted.find((one) => one.state === name)?.n ?? 0
  return {
    roles: rows.map(shown),
    total: counted.reduce((sum, one) => sum + one.matching, 0),
    counts: {
      waiting: of('waiting'),
      given: of('given'),
      taken: of('taken'),
      absent: of('absent'),
      failed: of('failed'),
    },
  }
}

/** The roles that a person's licences give now, as they stand. */
export async function rolesOfPerson(
  app: App,
  userId: string,
): Promise<{ state: RoleState; products: string[] }[]> {
  const { rows } = await app.db.execute<{ state: RoleState; products: string[] }>(
    sql`select g.state, ${givers} as products from role_grants g where g.user_id = ${userId} and g.wanted order by g.created_at`,
  )
  return rows
}

const shown = (row: Row): ChatRoleView => ({
  id: row.id,
  _id: row.id,
  user: {
    id: row.user_id,
    _id: row.user_id,
    name: row.name,
    email: row.email,
    discordId: row.linked,
  },
  discordId: row.discord_id,
  roleId: row.role_id,
  wanted: row.wanted,
  state: row.state,
  problem: row.problem,
  detail: row.detail,
  tries: row.tries,
  nextAt: row.next_at && new Date(row.next_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  products: row.products,
})
