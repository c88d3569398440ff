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

// A user should have a role of the chat server while one of their active licences gives it (Q47).
// Every change of a licence, a variant's role or a chat link queues role.sync in its transaction.
// The job compares with the current state, so the order of events does not matter.

export type RoleGrant = typeof roleGrants.$inferSelect

/**
 * Queues a check of these users' roles in the chat server, after a change of licences or chat
 * links.
 */
export async function rolesChanged(tx: App, userIds: readonly string[]): Promise<void> {
  if (!userIds.length) return

  // Most users have no chat account; nothing is queued for them.
  const grantsOfUser = tx.db
    .select({ id: roleGrants.id })
    .from(roleGrants)
    .where(eq(roleGrants.userId, users.id))

  const affectedUsers = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, [...new Set(userIds)]),
        or(isNotNull(users.discordId), exists(grantsOfUser)),
      ),
    )

  for (const { id } of affectedUsers) await enqueue(tx, 'role.sync', { userId: id })
}

/**
 * A variant's role changed. A single job queues the checks of all licence holders, since they may
 * be many.
 */
export const variantRoleChanged = (tx: App, variantId: string): Promise<void> =>
  enqueue(tx, 'role.variant', { variantId })

const batchSize = 500

/** Queues a check of every user with an active licence of a variant. */
export async function syncRolesOfVariant(app: App, variantId: string): Promise<void> {
  for (let last = ''; ;) {
    const holderRows = await app.db
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
      .limit(batchSize)

    await inTransaction(app, (tx) =>
      rolesChanged(
        tx,
        holderRows.map((row) => row.id),
      ),
    )

    if (holderRows.length < batchSize) return

    last = holderRows.at(-1)!.id
  }
}

/**
 * Assigns and removes a user's roles in the chat server according to their licences. Failures are
 * retried and shown to staff.
 */
export async function syncRolesOf(app: App, userId: string): Promise<void> {
  for (const grant of await storeTargetRoles(app, userId)) await applyGrant(app, grant)
  await purgeDeleted(app, userId)
}

/**
 * Deletes the grants of a deleted account once its roles are removed: a grant contains the chat
 * account, which is personal data.
 */
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

/** Stores which roles a user should have now; returns the grants to assign or remove. */
function storeTargetRoles(app: App, userId: string): Promise<RoleGrant[]> {
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    // The lock lets two processes that check the same user run one after the other.
    const [user] = await tx.db
      .select({ discordId: users.discordId, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')

    if (!user) return []

    const discordId = user.deletedAt ? null : user.discordId
    const licenceRoles = await rolesOfLicences(tx, userId)
    const targetRoles = discordId ? licenceRoles : []
    const requeued = requeuedGrant(now)

    for (const roleId of targetRoles)
      await tx.db
        .insert(roleGrants)
        .values({ ...newGrant(now), userId, discordId: discordId!, roleId })
        .onConflictDoUpdate({
          target: [roleGrants.discordId, roleGrants.roleId],
          set: { ...requeued, userId, wanted: true },
          setWhere: or(eq(roleGrants.wanted, false), ne(roleGrants.userId, userId)),
        })

    const stillWanted =
      discordId && targetRoles.length
        ? and(eq(roleGrants.discordId, discordId), inArray(roleGrants.roleId, targetRoles))
        : undefined

    await tx.db
      .update(roleGrants)
      .set({ ...requeued, wanted: false })
      .where(
        and(
          eq(roleGrants.userId, userId),
          eq(roleGrants.wanted, true),
          stillWanted ? not(stillWanted) : undefined,
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

/** Column values of a grant whose role must be assigned or removed now. */
const requeuedGrant = (now: Date) => ({
  state: 'waiting' as const,
  problem: null,
  detail: null,
  tries: 0,
  turn: sql`${roleGrants.turn} + 1`,
  nextAt: now,
  updatedAt: now,
})

/** The reason that the audit log of the chat server shows for a role change. */
export const roleReasons = {
  given: { 'pt-BR': 'Licença ativa na loja', 'en-US': 'Active licence in the shop' },
  taken: { 'pt-BR': 'Sem licença ativa na loja', 'en-US': 'No active licence in the shop' },
} satisfies Record<string, Localized>

/** The roles that a user's active licences give. */
async function rolesOfLicences(tx: App, userId: string): Promise<string[]> {
  const roleRows = await tx.db
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
  return roleRows.flatMap(({ role }) => role ?? [])
}

/** Calls Discord for one grant, outside of any transaction, and stores the outcome. */
async function applyGrant(app: App, grant: RoleGrant): Promise<void> {
  const { chat } = app.providers
  const changeReason = inLanguage(
    defaultLanguage,
    grant.wanted ? roleReasons.given : roleReasons.taken,
  )
  const changeOutcome = chat
    ? outcomeOf(
        grant,
        await chat.setRole(grant.discordId, grant.roleId, grant.wanted, changeReason),
      )
    : { state: 'waiting' as const, problem: 'unconfigured' as const, detail: null, again: 3600 }

  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    // If the grant changed during the call, this outcome is stale and is not stored: another call
    // follows.
    const [storedGrant] = await tx.db
      .update(roleGrants)
      .set({
        state: changeOutcome.state,
        problem: changeOutcome.problem,
        detail: changeOutcome.detail,
        tries: changeOutcome.again === null ? 0 : grant.tries + 1,
        nextAt: changeOutcome.again === null ? null : secondsAfter(now, changeOutcome.again),
        checkedAt: now,
        updatedAt: now,
      })
      .where(and(eq(roleGrants.id, grant.id), eq(roleGrants.turn, grant.turn)))
      .returning()

    if (!storedGrant || storedGrant.state === grant.state) return

    await recordAudit(tx, {
      action: `role.${storedGrant.state}`,
      targetType: 'user',
      targetId: storedGrant.userId,
      details: {
        roleId: storedGrant.roleId,
        source: 'discord',
        ...(storedGrant.problem ? { problem: storedGrant.problem } : {}),
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

/** The reason of a refused role change, for staff. */
function refusalOf(code: number | undefined): RoleProblem {
  if (code === chatCodes.unknownRole) return 'no_role'
  return code === chatCodes.missingPermissions || code === chatCodes.missingAccess
    ? 'hierarchy'
    : 'refused'
}

/**
 * The outcome of a call, and the seconds until the next try. The delay grows while Discord is
 * unavailable, and is long after a refusal.
 */
export function outcomeOf(
  { wanted, tries }: Pick<RoleGrant, 'wanted' | 'tries'>,
  result: ChatResult,
): Outcome {
  if (result.kind === 'ok')
    return { state: wanted ? 'given' : 'taken', problem: null, detail: null, again: null }

  const { kind, code, reason: detail } = result
  const hasLeftGuild = code === chatCodes.unknownMember || code === chatCodes.unknownUser
  // Nothing remains to be removed when the user has left the guild or the role was deleted.
  if (!wanted && (hasLeftGuild || code === chatCodes.unknownRole))
    return { state: 'taken', problem: null, detail: null, again: null }

  if (hasLeftGuild)
    return {
      state: 'absent',
      problem: 'not_member',
      detail: null,
      again: Math.min(6 * 3600, 600 * 2 ** Math.min(tries, 6)),
    }

  if (kind === 'unavailable' || kind === 'rate-limited') return waitingOutcome(result, tries)

  return { state: 'failed', problem: refusalOf(code), detail, again: 6 * 3600 }
}

/** The outcome when Discord is unavailable or limits the rate of calls. */
function waitingOutcome({ kind, reason, retryAfterMs }: ChatFailure, tries: number): Outcome {
  const retrySeconds = Math.min(600, 5 * 2 ** Math.min(tries, 7))
  return {
    state: 'waiting',
    problem: kind === 'unavailable' ? 'unreachable' : 'limited',
    detail: reason,
    again: Math.max(retrySeconds, Math.ceil((retryAfterMs ?? 0) / 1000)),
  }
}
