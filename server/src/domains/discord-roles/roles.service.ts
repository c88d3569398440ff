import { defaultLanguage } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import type { RoleProblem, RoleState } from '@chaveiro/contracts/states'
import { and, asc, eq, exists, gt, inArray, isNotNull, lte, ne, not, or, sql } from 'drizzle-orm'

import { licences, productVariants, roleGrants, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { chatCodes, type ChatFailure, type ChatResult } from '../../ports/chat.ts'
import { recordAudit } from '../audit/audit.service.ts'

// A role of the chat server is wanted as long as one active licence of the linked person gives it
// (Q47). Whoever changes a licence, a variant's role or a link queues role.sync in the same
// transaction; the job computes what is wanted from what stands then, so no order of events can
// lose a role.

export type RoleGrant = typeof roleGrants.$inferSelect

/**
 * Something changed that decides about the roles of these people: queue a check of what they hold
 * in the chat server.
 */
export async function rolesChanged(tx: App, userIds: readonly string[]): Promise<void> {
  if (!userIds.length) return

  // Most people have no chat account: nothing is queued for them.
  const granted = tx.db
    .select({ id: roleGrants.id })
    .from(roleGrants)
    .where(eq(roleGrants.userId, users.id))

  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, [...new Set(userIds)]),
        or(isNotNull(users.discordId), exists(granted)),
      ),
    )

  for (const { id } of rows) await enqueue(tx, 'role.sync', { userId: id })
}

/**
 * The role of a variant changed: everybody with a licence of it is checked, by a job of its own
 * since they may be many.
 */
export const variantRoleChanged = (tx: App, variantId: string): Promise<void> =>
  enqueue(tx, 'role.variant', { variantId })

const batch = 500

/** Queue a check of everybody who has an active licence of a variant. */
export async function syncRolesOfVariant(app: App, variantId: string): Promise<void> {
  for (let last = ''; ;) {
    const rows = await app.db
      .selectDistinct({ id: licences.userId })
      .from(licences)
      .where(
        and(
          eq(licences.variantId, variantId),
          eq(licences.status, 'active'),
          last ? gt(licences.userId, last) : undefined,
        ),
      )
      .orderBy(asc(licences.userId))
      .limit(batch)

    await inTransaction(app, (tx) =>
      rolesChanged(
        tx,
        rows.map((row) => row.id),
      ),
    )

    if (rows.length < batch) return

    last = rows.at(-1)!.id
  }
}

/**
 * Give and take a person's roles in the chat server according to their licences. What cannot be
 * done now is tried again, and shown.
 */
export async function syncRolesOf(app: App, userId: string): Promise<void> {
  for (const grant of await settleWanted(app, userId)) await applyGrant(app, grant)
  await purgeDeleted(app, userId)
}

/** Nothing of a deleted account is kept once its roles are taken: the chat account is personal. */
const purgeDeleted = (app: App, userId: string): Promise<unknown> =>
  app.db
    .delete(roleGrants)
    .where(
      and(
        eq(roleGrants.userId, userId),
        eq(roleGrants.state, 'taken'),
        sql`exists (select 1 from users u where u.id = ${userId} and u.deleted_at is not null)`,
      ),
    )

/** Store which roles a person should have now; answers those that are to be given or taken. */
function settleWanted(app: App, userId: string): Promise<RoleGrant[]> {
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    // Two processes that do this for the same person come one after the other.
    const [user] = await tx.db
      .select({ discordId: users.discordId, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')

    if (!user) return []

    const discordId = user.deletedAt ? null : user.discordId
    const given = await rolesOfLicences(tx, userId)
    const wanted = discordId ? given : []
    const anew = wantedAnew(now)

    for (const roleId of wanted)
      await tx.db
        .insert(roleGrants)
        .values({ ...newGrant(now), userId, discordId: discordId!, roleId })
        .onConflictDoUpdate({
          target: [roleGrants.discordId, roleGrants.roleId],
          set: { ...anew, userId, wanted: true },
          setWhere: or(eq(roleGrants.wanted, false), ne(roleGrants.userId, userId)),
        })

    const kept =
      discordId && wanted.length
        ? and(eq(roleGrants.discordId, discordId), inArray(roleGrants.roleId, wanted))
        : undefined

    await tx.db
      .update(roleGrants)
      .set({ ...anew, wanted: false })
      .where(
        and(
          eq(roleGrants.userId, userId),
          eq(roleGrants.wanted, true),
          kept ? not(kept) : undefined,
        ),
      )

    return tx.db
      .select()
      .from(roleGrants)
      .where(and(eq(roleGrants.userId, userId), lte(roleGrants.nextAt, now)))
      .orderBy(roleGrants.createdAt)
  })
}

const newGrant = (now: Date) => ({
  id: newId(now.getTime()),
  wanted: true,
  nextAt: now,
  checkedAt: now,
  createdAt: now,
  updatedAt: now,
})

/** What becomes of a grant when it is to be given or taken now. */
const wantedAnew = (now: Date) => ({
  state: 'waiting' as const,
  problem: null,
  detail: null,
  tries: 0,
  turn: sql`${roleGrants.turn} + 1`,
  nextAt: now,
  updatedAt: now,
})

/** Why a role changed, as the record of the chat server tells whoever runs it. */
export const roleReasons = {
  given: { 'pt-BR': 'Licença ativa na loja', 'en-US': 'Active licence in the shop' },
  taken: { 'pt-BR': 'Sem licença ativa na loja', 'en-US': 'No active licence in the shop' },
} satisfies Record<string, Localized>

/** The roles that a person's active licences give. */
async function rolesOfLicences(tx: App, userId: string): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ role: productVariants.discordRoleId })
    .from(licences)
    .innerJoin(productVariants, eq(productVariants.id, licences.variantId))
    .where(
      and(
        eq(licences.userId, userId),
        eq(licences.status, 'active'),
        isNotNull(productVariants.discordRoleId),
      ),
    )
    .orderBy(asc(productVariants.discordRoleId))
  return rows.flatMap(({ role }) => role ?? [])
}

/** One call for one role, outside of any transaction, and its outcome written down. */
async function applyGrant(app: App, grant: RoleGrant): Promise<void> {
  const { chat } = app.providers
  const reason = inLanguage(defaultLanguage, grant.wanted ? roleReasons.given : roleReasons.taken)
  const outcome = chat
    ? outcomeOf(grant, await chat.setRole(grant.discordId, grant.roleId, grant.wanted, reason))
    : { state: 'waiting' as const, problem: 'unconfigured' as const, detail: null, again: 3600 }

  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    // What was wanted anew meanwhile has a call of its own before it.
    const [kept] = await tx.db
      .update(roleGrants)
      .set({
        state: outcome.state,
        problem: outcome.problem,
        detail: outcome.detail,
        tries: outcome.again === null ? 0 : grant.tries + 1,
        nextAt: outcome.again === null ? null : secondsAfter(now, outcome.again),
        checkedAt: now,
        updatedAt: now,
      })
      .where(and(eq(roleGrants.id, grant.id), eq(roleGrants.turn, grant.turn)))
      .returning()

    if (!kept || kept.state === grant.state) return

    await recordAudit(tx, {
      action: `role.${kept.state}`,
      targetType: 'user',
      targetId: kept.userId,
      details: {
        roleId: kept.roleId,
        source: 'discord',
        ...(kept.problem ? { problem: kept.problem } : {}),
      },
    })
  })
}

type Outcome = {
  state: RoleState
  problem: RoleProblem | null
  detail: string | null
  again: number | null
}

/** Why Discord refuses a role, in the words that staff see. */
function refusalOf(code: number | undefined): RoleProblem {
  if (code === chatCodes.unknownRole) return 'no_role'
  return code === chatCodes.missingPermissions || code === chatCodes.missingAccess
    ? 'hierarchy'
    : 'refused'
}

/**
 * What a call came to, and in how many seconds it is tried again: soon and then ever slower while
 * the service is away, rarely where it refuses.
 */
export function outcomeOf(
  { wanted, tries }: Pick<RoleGrant, 'wanted' | 'tries'>,
  result: ChatResult,
): Outcome {
  if (result.kind === 'ok')
    return { state: wanted ? 'given' : 'taken', problem: null, detail: null, again: null }

  const { kind, code, reason: detail } = result
  const gone = code === chatCodes.unknownMember || code === chatCodes.unknownUser
  // People who are not in the guild hold nothing there, and nobody holds a deleted role.
  if (!wanted && (gone || code === chatCodes.unknownRole))
    return { state: 'taken', problem: null, detail: null, again: null }

  if (gone)
    return {
      state: 'absent',
      problem: 'not_member',
      detail: null,
      again: Math.min(6 * 3600, 600 * 2 ** Math.min(tries, 6)),
    }

  if (kind === 'unavailable' || kind === 'rate-limited') return waiting(result, tries)

  return { state: 'failed', problem: refusalOf(code), detail, again: 6 * 3600 }
}

/** Discord is away, or asks us to be slower. */
function waiting({ kind, reason, retryAfterMs }: ChatFailure, tries: number): Outcome {
  const seconds = Math.min(600, 5 * 2 ** Math.min(tries, 7))
  return {
    state: 'waiting',
    problem: kind === 'unavailable' ? 'unreachable' : 'limited',
    detail: reason,
    again: Math.max(seconds, Math.ceil((retryAfterMs ?? 0) / 1000)),
  }
}
