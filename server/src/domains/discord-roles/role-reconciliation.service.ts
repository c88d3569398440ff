import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'

import { roleGrants } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { chatCodes, type ChatMember, type ChatProvider } from '../../ports/chat.ts'
import { rolesChanged, type RoleGrant } from './roles.service.ts'

// The shop has no gateway connection, so Discord does not report joins, leaves and manual role
// changes. Instead a scheduled job compares the roles.

const batchSize = 200

/** Queues a check of the users with a role whose next try is due. */
export async function tryDueRoles(app: App): Promise<void> {
  if (!app.providers.chat) return

  const due = app.db
    .select({ userId: roleGrants.userId })
    .from(roleGrants)
    .where(lte(roleGrants.nextAt, app.clock.now()))
    .orderBy(asc(roleGrants.nextAt))
    .limit(batchSize)
    .as('due')

  const dueUsers = await app.db.selectDistinct({ id: due.userId }).from(due)

  await inTransaction(app, (tx) =>
    rolesChanged(
      tx,
      dueUsers.map((row) => row.id),
    ),
  )
}

/**
 * Compares the roles of the guild's members with the grants. Members who returned get their roles
 * again; users who left are marked as absent.
 */
export async function compareRoles(app: App): Promise<void> {
  const { chat } = app.providers

  const [anyGrant] = chat
    ? await app.db
        .select({ id: roleGrants.id })
        .from(roleGrants)
        .where(eq(roleGrants.wanted, true))
        .limit(1)
    : []

  if (!chat || !anyGrant) return

  const started = app.clock.now()
  const presentIds = new Set<string>()

  for (let after: string | undefined; ;) {
    const memberPage = await chat.members(after)
    // Without the permission to list members, they are read one by one, starting with the member
    // whose last check is oldest.
    if (memberPage.kind === 'forbidden') return compareSome(app, chat)
    if (memberPage.kind !== 'ok') return

    for (const member of memberPage.value) presentIds.add(member.userId)
    await compareMembers(app, memberPage.value)
    if (!memberPage.value.length) break

    after = memberPage.value.at(-1)!.userId
  }

  await markAway(app, presentIds, started)
}

/** Queues the missing roles of these members. */
async function compareMembers(app: App, members: readonly ChatMember[]): Promise<void> {
  if (!members.length) return

  const rolesByMember = new Map(members.map((member) => [member.userId, member.roles]))

  const grants = await app.db
    .select()
    .from(roleGrants)
    .where(
      and(
        inArray(roleGrants.discordId, [...rolesByMember.keys()]),
        inArray(roleGrants.state, ['given', 'absent']),
        eq(roleGrants.wanted, true),
      ),
    )

  await giveAgain(
    app,
    grants.filter(
      (grant) =>
        grant.state === 'absent' || !rolesByMember.get(grant.discordId)!.includes(grant.roleId),
    ),
  )
}

/** Queues grants whose role must be assigned again. */
async function giveAgain(app: App, grants: readonly RoleGrant[]): Promise<void> {
  if (!grants.length) return
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    for (const { id, turn } of grants)
      await tx.db
        .update(roleGrants)
        .set({
          state: 'waiting',
          problem: null,
          nextAt: now,
          tries: 0,
          turn: turn + 1,
          updatedAt: now,
        })
        .where(and(eq(roleGrants.id, id), eq(roleGrants.turn, turn)))

    await rolesChanged(
      tx,
      grants.map((grant) => grant.userId),
    )
  })
}

async function markAway(app: App, present: ReadonlySet<string>, started: Date): Promise<void> {
  for (let last = ''; ;) {
    const givenGrants = await app.db
      .select()
      .from(roleGrants)
      .where(
        and(
          eq(roleGrants.state, 'given'),
          eq(roleGrants.wanted, true),
          lt(roleGrants.updatedAt, started),
          last ? sql`id > ${last}` : undefined,
        ),
      )
      .orderBy(roleGrants.id)
      .limit(1000)

    await markAbsent(
      app,
      givenGrants.filter((grant) => !present.has(grant.discordId)),
    )

    if (givenGrants.length < 1000) return

    last = givenGrants.at(-1)!.id
  }
}

/**
 * Marks grants of users who left the guild: Discord removed their roles, and the shop assigns them
 * again on return.
 */
async function markAbsent(app: App, grants: readonly RoleGrant[]): Promise<void> {
  if (!grants.length) return

  const now = app.clock.now()

  await app.db
    .update(roleGrants)
    .set({
      state: 'absent',
      problem: 'not_member',
      nextAt: new Date(now.getTime() + 600_000),
      checkedAt: now,
      updatedAt: now,
    })
    .where(
      and(
        inArray(
          roleGrants.id,
          grants.map((grant) => grant.id),
        ),
        eq(roleGrants.state, 'given'),
        isNull(roleGrants.nextAt),
      ),
    )
}

const someAtOnce = 25

async function compareSome(app: App, chat: ChatProvider): Promise<void> {
  const grants = await app.db
    .select()
    .from(roleGrants)
    .where(and(eq(roleGrants.wanted, true), inArray(roleGrants.state, ['given', 'absent'])))
    .orderBy(roleGrants.checkedAt)
    .limit(someAtOnce)

  for (const grant of grants) {
    const member = await chat.member(grant.discordId)
    if (member.kind === 'unavailable' || member.kind === 'rate-limited') return

    await app.db
      .update(roleGrants)
      .set({ checkedAt: app.clock.now() })
      .where(eq(roleGrants.id, grant.id))

    if (member.kind === 'ok') await compareMembers(app, [member.value])
    else if (member.code === chatCodes.unknownMember && grant.state === 'given')
      await markAbsent(app, [grant])
  }
}
