import type { announcements as contract } from '@chaveiro/contracts/admin/announcements'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'

import { statusAnnouncements } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import {
  announcementView,
  lockAnnouncement,
  type AdminAnnouncement,
} from './announcements.queries.ts'

type New = z.infer<typeof contract.create.body>
type Changes = z.infer<typeof contract.update.body>
type Row = typeof statusAnnouncements.$inferSelect

/**
 * Publishes an announcement about a part on the status page. Throws announcement.dates and
 * announcement.ahead.
 */
export function createAnnouncement(
  app: App,
  { startedAt, endedAt, ...fields }: New,
  actor: Actor,
): Promise<AdminAnnouncement> {
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const announcement: Row = {
      ...fields,
      id: newId(now.getTime()),
      startedAt: new Date(startedAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
      createdAt: now,
      updatedAt: now,
    }

    assertTimes(announcement, now)
    await tx.db.insert(statusAnnouncements).values(announcement)
    await recordChange(tx, actor, 'announcement.created', { before: null, after: announcement })

    return announcementView(announcement)
  })
}

/**
 * Changes fields of an announcement, or ends it; throws like createAnnouncement, and
 * announcement.not_found.
 */
export function updateAnnouncement(
  app: App,
  id: string,
  { startedAt, endedAt, ...fields }: Changes,
  actor: Actor,
): Promise<AdminAnnouncement> {
  return inTransaction(app, async (tx) => {
    const savedAnnouncement = await lockAnnouncement(tx, id)
    if (!savedAnnouncement) throw fail('announcement.not_found')

    const now = tx.clock.now()

    const changedAnnouncement: Row = {
      ...savedAnnouncement,
      ...fields,
      ...(startedAt === undefined ? {} : { startedAt: new Date(startedAt) }),
      ...(endedAt === undefined ? {} : { endedAt: endedAt === null ? null : new Date(endedAt) }),
      updatedAt: now,
    }

    assertTimes(changedAnnouncement, now)
    await tx.db
      .update(statusAnnouncements)
      .set(changedAnnouncement)
      .where(eq(statusAnnouncements.id, id))
    await recordChange(tx, actor, 'announcement.updated', {
      before: savedAnnouncement,
      after: changedAnnouncement,
    })

    return announcementView(changedAnnouncement)
  })
}

/** Deletes an announcement. Throws announcement.not_found. */
export function removeAnnouncement(app: App, id: string, actor: Actor): Promise<void> {
  return inTransaction(app, async (tx) => {
    const savedAnnouncement = await lockAnnouncement(tx, id)
    if (!savedAnnouncement) throw fail('announcement.not_found')

    await tx.db.delete(statusAnnouncements).where(eq(statusAnnouncements.id, id))
    await recordChange(tx, actor, 'announcement.deleted', {
      before: savedAnnouncement,
      after: null,
    })
  })
}

/** Largest difference between the clocks of two machines. */
const startGraceMs = 5 * 60_000

function assertTimes({ kind, startedAt, endedAt }: Row, now: Date): void {
  if (endedAt && endedAt < startedAt) throw fail('announcement.dates')
  if (kind === 'incident' && startedAt.getTime() > now.getTime() + startGraceMs)
    throw fail('announcement.ahead')
}

type Change = { before: Row | null; after: Row | null }

async function recordChange(tx: App, actor: Actor, action: string, change: Change): Promise<void> {
  const { before, after } = change
  await emptyPublicCache(tx.db)

  await recordAudit(tx, {
    action,
    targetType: 'announcement',
    targetId: (after ?? before)!.id,
    details: changeOf(before && announcementView(before), after && announcementView(after)),
    ...actor,
  })
}
