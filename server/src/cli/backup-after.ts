import type { BackupReport } from '../domains/backup/backup.service.ts'
import type { BackupStore } from '../ports/backups.ts'
import { archivesIn } from './archives.ts'

/** What was done once an archive stood in its place. */
export type After = {
  removed: string[]
  /** What did not succeed, a line each; the archive stands all the same. */
  failed: string[]
}

/**
 * Note that a backup was made and remove the older ones. Where uploads are missing none is removed:
 * the older ones may be the last that hold them.
 */
export async function afterBackup(
  { name, missing }: BackupReport,
  given: { note: () => Promise<void>; store: BackupStore; keep: number | null },
): Promise<After> {
  const after: After = { removed: [], failed: [] }
  const tried = async (what: string, act: () => Promise<void>) => {
    await act().catch((error: Error) => after.failed.push(`${what} (${error.message})`))
  }
  await tried('The shop was not told that it was made', given.note)
  const { store, keep } = given
  if (keep === null || missing.length) return after

  await tried('Older ones were not removed', async () => {
    // By their names one that was made while a clock was ahead is newer than this one.
    const others = (await archivesIn(store)).filter((one) => one !== name)
    for (const old of others.slice(keep - 1)) {
      await store.remove(old)
      after.removed.push(old)
    }
  })

  return after
}
