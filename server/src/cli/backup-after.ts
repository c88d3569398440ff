import type { BackupReport } from '../domains/backup/backup.service.ts'
import type { BackupStore } from '../ports/backups.ts'
import { archivesIn } from './archives.ts'

/** The result of the cleanup after a backup; the archive is complete in any case. */
export type CleanupReport = {
  removed: string[]
  /** One line for each step that failed. */
  failed: string[]
}

/**
 * Records in the database that a backup was made, and removes older archives. While uploads are
 * missing, no archive is removed, because an older archive may have the last copy of these uploads.
 */
export async function afterBackup(
  { name, missing }: BackupReport,
  options: { note: () => Promise<void>; store: BackupStore; keep: number | null },
): Promise<CleanupReport> {
  const cleanup: CleanupReport = { removed: [], failed: [] }
  const attemptStep = async (what: string, act: () => Promise<void>) => {
    await act().catch((error: Error) => cleanup.failed.push(`${what} (${error.message})`))
  }
  await attemptStep('The backup was not noted in the database', options.note)
  const { store, keep } = options
  if (keep === null || missing.length) return cleanup

  await attemptStep('Older backups were not removed', async () => {
    // The new archive is excluded by name: if the clock was once ahead, an older archive has a
    // newer name.
    const otherArchives = (await archivesIn(store)).filter((archive) => archive !== name)
    for (const oldArchive of otherArchives.slice(keep - 1)) {
      await store.remove(oldArchive)
      cleanup.removed.push(oldArchive)
    }
  })

  return cleanup
}
