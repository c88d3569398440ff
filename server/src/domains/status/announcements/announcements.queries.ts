import type { adminAnnouncement } from '@chaveiro/contracts/admin/announcements'
import { incidentsShown } from '@chaveiro/contracts/service-states'
import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'

import { statusAnnouncements } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

export type AdminAnnouncement = z.infer<typeof adminAnnouncement>
type Row = typeof statusAnnouncements.$inferSelect

/** The announcements of the status page, newest first. */
export async function listAnnouncements(app: App): Promise<AdminAnnouncement[]> {
  const announcementRows = await app.db
    .select()
    .from(statusAnnouncements)
    .orderBy(desc(statusAnnouncements.startedAt), statusAnnouncements.id)
    .limit(incidentsShown)
  return announcementRows.map(announcementView)
}

/** An announcement, locked for a change; undefined for an unknown id. */
export async function lockAnnouncement(tx: App, id: string): Promise<Row | undefined> {
  const [row] = await tx.db
    .select()
    .from(statusAnnouncements)
    .where(eq(statusAnnouncements.id, id))
    .for('update')
  return row
}

/** An announcement as staff see it. */
export const announcementView = (row: Row): AdminAnnouncement => ({
  ...row,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
