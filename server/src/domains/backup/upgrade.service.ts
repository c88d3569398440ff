import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { openBothClusters, switchToNewCluster, type Upgrade } from '../../db/embedded-upgrade.ts'
import { makeBackup } from './backup.service.ts'
import type { ShopKeys } from './restore.check.ts'
import { restoreBackup, type RestoreReport } from './restore.service.ts'

/**
 * The restore, and the tables of schema public that stayed behind since they are not the shop's.
 */
export type UpgradeReport = RestoreReport & { stayed: string[] }

/**
 * Moves the embedded database into a cluster of the next major version, by the code of backup and
 * restore. Rows go straight from the old to the new cluster and are compared there (P592). The new
 * one is used only when it is whole; an interrupted upgrade starts again.
 */
export async function upgradeDatabase(
  plan: Upgrade,
  order: { version: string; keys: () => ShopKeys | null; tell: (text: string) => void },
): Promise<UpgradeReport> {
  // Uploads and settings stay where they are.
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
