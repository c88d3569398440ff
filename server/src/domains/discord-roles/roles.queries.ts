import type { chatRole, roles as contract } from '@chaveiro/contracts/admin/roles'
import type { RoleState } from '@chaveiro/contracts/states'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value, type RowOf } from '../../db/rows.ts'
import { licences, productVariants, roleGrants, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { allOf, contains } from '../../platform/lists/filters.ts'

type Query = z.infer<typeof contract.list.query>
export type ChatRoleView = z.infer<typeof chatRole>

/** The products whose active licences give the user this role. */
const givingProducts = value(
  sql`array(select distinct ${licences.productName} from ${licences}
    join ${productVariants} on ${productVariants.id} = ${licences.variantId}
    where ${licences.userId} = ${roleGrants.userId} and ${licences.status} = 'active'
      and ${productVariants.discordRoleId} = ${roleGrants.roleId} order by 1 limit 10)`,
  z.array(z.string()),
)

const grantColumns = columns({
  id: roleGrants.id,
  userId: roleGrants.userId,
  name: users.name,
  email: users.email,
  linked: users.discordId,
  discordId: roleGrants.discordId,
  roleId: roleGrants.roleId,
  wanted: roleGrants.wanted,
  state: roleGrants.state,
  problem: roleGrants.problem,
  detail: roleGrants.detail,
  tries: roleGrants.tries,
  nextAt: roleGrants.nextAt,
  updatedAt: roleGrants.updatedAt,
  products: givingProducts,
})

/** A page of role grants, last changed first. The counts by state ignore the filter. */
export async function listRoles(
  app: App,
  { page, limit, search, state, userId }: Query,
): Promise<{ roles: ChatRoleView[]; total: number; counts: Record<RoleState, number> }> {
  const person = sql`(${users.name} || E'\\n' || ${users.email} || E'\\n' || coalesce(${users.discordId}, ''))`

  const condition = allOf([
    state && eq(roleGrants.state, state),
    userId && eq(roleGrants.userId, userId),
    search &&
      sql`(${roleGrants.discordId} = ${search} or ${roleGrants.userId} in (
        select ${users.id} from ${users} where ${contains(person, search)}))`,
  ])

  const grantOrder = sql`${roleGrants.updatedAt} desc, ${roleGrants.id} desc`

  const grantRows = await rowsOf(
    app,
    grantColumns,
    sql`select ${grantColumns} from (
        select * from ${roleGrants} where ${condition}
        order by ${grantOrder} limit ${limit} offset ${(page - 1) * limit}) as ${roleGrants}
      join ${users} on ${users.id} = ${roleGrants.userId} order by ${grantOrder}`,
  )

  const stateColumns = columns({
    state: roleGrants.state,
    n: value(sql`count(*)`, z.int()),
    matching: value(sql`count(*) filter (where ${condition})`, z.int()),
  })

  const stateCounts = await rowsOf(
    app,
    stateColumns,
    sql`select ${stateColumns} from ${roleGrants} group by ${roleGrants.state}`,
  )

  const countOf = (name: RoleState) => stateCounts.find((count) => count.state === name)?.n ?? 0

  return {
    roles: grantRows.map(toView),
    total: stateCounts.reduce((sum, count) => sum + count.matching, 0),
    counts: {
      waiting: countOf('waiting'),
      given: countOf('given'),
      taken: countOf('taken'),
      absent: countOf('absent'),
      failed: countOf('failed'),
    },
  }
}

/** The roles that a user's licences give now, with their states. */
export function rolesOfPerson(
  app: App,
  userId: string,
): Promise<{ state: RoleState; products: string[] }[]> {
  const roleColumns = columns({ state: roleGrants.state, products: givingProducts })
  return rowsOf(
    app,
    roleColumns,
    sql`select ${roleColumns} from ${roleGrants}
      where ${roleGrants.userId} = ${userId} and ${roleGrants.wanted} order by ${roleGrants.createdAt}`,
  )
}

const toView = (row: RowOf<typeof grantColumns>): ChatRoleView => ({
  id: row.id,
  _id: row.id,

  user: {
    id: row.userId,
    _id: row.userId,
    name: row.name,
    email: row.email,
    discordId: row.linked,
  },

  discordId: row.discordId,
  roleId: row.roleId,
  wanted: row.wanted,
  state: row.state,
  problem: row.problem,
  detail: row.detail,
  tries: row.tries,
  nextAt: row.nextAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
  products: row.products,
})
