import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { openBothClusters, switchToNewCluster, type Upgrade } from '../../db/embedded-upgrade.ts'
import { makeBackup } from './backup.service.ts'
import type { ShopKeys } from './restore.check.ts'
import { restoreBackup, type RestoreReport } from './restore.service.ts'

/** The report of the restore, and tables of schema public that are not the shop's and were not moved. */
export type UpgradeReport = RestoreReport & { stayed: string[] }

/**
 * Moves the embedded database into a cluster of the next major version, by backup and restore. Rows
 * are streamed from the old to the new cluster and compared there (P592). The shop switches only to
 * a complete cluster; an interrupted upgrade starts again.
 */
export async function upgradeDatabase(
  plan: Upgrade,
  order: { version: string; keys: () => ShopKeys | null; tell: (text: string) => void },
): Promise<UpgradeReport> {
  // An upgrade moves only the database: with an empty folder, backup and restore skip uploads and
  // settings.
  const emptyFolder = await mkdtemp(join(plan.dataDir, '.upgrade-'))
  const clusters = await openBothClusters(plan)
  let restoreReport: RestoreReport | null = null
  let leftOutTables: string[] = []

  try {
    const { version, keys, tell } = order
    const backupOrder = {
      databaseUrl: clusters.oldUrl,
      dataDir: emptyFolder,
      version,
      lock: null,
      secrets: null,
    }

    const { leftOut } = await makeBackup(
      { ...backupOrder, now: () => new Date() },
      {
        place: clusters.newUrl,
        async write(_name, bytes) {
          const restoreOrder = {
            databaseUrl: clusters.newUrl,
            dataDir: emptyFolder,
            key: null,
            keysOf: keys,
            tell,
          }
          restoreReport = await restoreBackup(bytes, restoreOrder)

          return 0
        },
        read: () => noBytes(),
        names: async () => [],
        remove: async () => {},
      },
    )

    leftOutTables = leftOut.tables
  } finally {
    await clusters.close()
    await rm(emptyFolder, { recursive: true, force: true })
  }

  await switchToNewCluster(plan)

  return { ...restoreReport!, stayed: leftOutTables }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
