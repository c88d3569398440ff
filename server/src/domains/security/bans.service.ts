import { and, countDistinct, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'

import { bans, sessions } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { emptyWatched } from '../../platform/load/public-cache.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { networkOf, normalAddress } from '../../platform/text/ip-address.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'

export type Ban = typeof bans.$inferSelect
const inForce = (app: App) => or(isNull(bans.expiresAt), gt(bans.expiresAt, app.clock.now()))

/** Active bans, newest first. */
export const listBans = (app: App): Promise<Ban[]> =>
  app.db
    .select()
    .from(bans)
    .where(inForce(app))
    .orderBy(desc(bans.createdAt), desc(bans.id))
    .limit(10_000)

type BanRequest = {
  ip?: string | null | undefined
  hwid?: string | null | undefined
  reason: string
  expiresAt?: string | null | undefined
}

/**
 * Ban an IP address or a device, in every process after the commit; a ban without an expiry is
 * permanent (Q13, Q14). The ban replaces an earlier ban of the same address or device. Also returns
 * how many accounts used the address in the last 90 days: a carrier's address belongs to many
 * people (D027).
 */
export async function createBan(
  app: App,
  input: BanRequest,
  actor: Actor,
): Promise<{ ban: Ban; sharedBy: number }> {
  if (!input.ip && !input.hwid) throw fail('security.ip_or_hwid_required')

  const normalIp = input.ip ? normalAddress(input.ip) : null
  if (input.ip && !normalIp) throw fail('security.ip_invalid')

  const expiresAt = expiryOf(input.expiresAt, app.clock.now())

  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    await liftSame(
      tx,
      { network: normalIp && networkOf(normalIp), hwid: input.hwid || null },
      actor,
    )

    const [ban] = await tx.db
      .insert(bans)
      .values({
        id: newId(now.getTime()),
        ip: normalIp,
        network: normalIp && networkOf(normalIp),
        hwid: input.hwid ?? null,
        reason: input.reason,
        expiresAt,
        createdAt: now,
        createdBy: actor.actorId,
      })
      .returning()

    await recordAudit(tx, {
      ...actor,
      action: 'ban.created',
      targetType: 'ban',
      targetId: ban!.id,
      details: changeOf(null, auditView(ban!)),
    })

    await emptyWatched(tx.db)

    return { ban: ban!, sharedBy: normalIp ? await accountsAt(tx, normalIp) : 0 }
  })
}

/**
 * An IP address or device has one ban at most. A new ban replaces the earlier one, so that lifting
 * the new ban lets the visitor in.
 */
async function liftSame(
  tx: App,
  { network, hwid }: Pick<Ban, 'network' | 'hwid'>,
  actor: Actor,
): Promise<void> {
  // Without this lock, concurrent requests would not see each other's ban.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('bans'))`)

  const liftedBans = await tx.db
    .delete(bans)
    .where(
      and(
        inForce(tx),
        network ? eq(bans.network, network) : isNull(bans.network),
        hwid ? eq(bans.hwid, hwid) : isNull(bans.hwid),
      ),
    )
    .returning()

  for (const ban of liftedBans)
    await recordAudit(tx, {
      ...actor,
      action: 'ban.removed',
      targetType: 'ban',
      targetId: ban.id,
      details: changeOf(auditView(ban), null),
    })
}

function expiryOf(expiresAt: string | null | undefined, now: Date): Date | null {
  if (!expiresAt) return null

  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(expiresAt) ? new Date(expiresAt) : new Date(NaN)
  // 2200 is the last year of every date in a request (Q118).
  if (Number.isNaN(at.getTime()) || at <= now || at.getUTCFullYear() > 2200)
    throw fail('security.expiry_invalid')

  return at
}

const auditView = (ban: Ban) => ({
  ip: ban.ip,
  network: ban.network,
  hwid: ban.hwid,
  reason: ban.reason,
  expiresAt: ban.expiresAt?.toISOString() ?? null,
})

async function accountsAt(app: App, ip: string): Promise<number> {
  const shownSince = secondsAfter(app.clock.now(), -90 * 86_400)

  const [row] = await app.db
    .select({ n: countDistinct(sessions.userId) })
    .from(sessions)
    .where(and(eq(sessions.ip, ip), gt(sessions.createdAt, shownSince)))

  return row!.n
}

/** Lifts a ban, at once in every process. */
export async function removeBan(app: App, id: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const [ban] = await tx.db.delete(bans).where(eq(bans.id, id)).returning()
    if (!ban) throw fail('security.ban_not_found')

    await recordAudit(tx, {
      ...actor,
      action: 'ban.removed',
      targetType: 'ban',
      targetId: id,
      details: changeOf(auditView(ban), null),
    })

    await emptyWatched(tx.db)
  })
}

/** The active ban of a device by its hardware id, checked when a licence is validated (Q14). */
export async function banOfDevice(app: App, hwid: string): Promise<Ban | null> {
  const [ban] = await app.db
    .select()
    .from(bans)
    .where(and(eq(bans.hwid, hwid), inForce(app)))
    .limit(1)
  return ban ?? null
}

/**
 * The reason why an IP address is banned now, or null. Bans are cached in memory, since every
 * request needs them.
 */
export async function banOfAddress(app: App, ip: string): Promise<string | null> {
  const bansByNetwork = await app.publicCache.watched('bans', async () =>
    Map.groupBy(
      (await listBans(app)).filter((ban) => ban.network !== null),
      (ban) => ban.network!,
    ),
  )

  if (bansByNetwork.size === 0) return null

  const now = app.clock.now()

  return (
    bansByNetwork.get(networkOf(ip))?.find((ban) => ban.expiresAt === null || ban.expiresAt > now)
      ?.reason ?? null
  )
}

/** Delete bans that ended a month ago; their entries in the audit log stay. */
export async function purgeOldBans(app: App): Promise<void> {
  await inTransaction(app, (tx) =>
    tx.db
      .delete(bans)
      .where(sql`${bans.expiresAt} < ${new Date(app.clock.now().getTime() - 30 * 86_400_000)}`),
  )
}
