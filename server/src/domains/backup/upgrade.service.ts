import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { openBoth, useNew, type Upgrade } from '../../db/embedded-upgrade.ts'
import { makeBackup } from './backup.service.ts'
import type { ShopKeys } from './restore.check.ts'
import { restoreBackup, type RestoreReport } from './restore.service.ts'

/** What came over, and which tables of schema public stayed behind, not being the shop's. */
export type UpgradeReport = RestoreReport & { stayed: string[] }

/**
 * Bring the embedded database into a cluster of the next major version, by the code of backup and
 * restore: what the one of before reads goes straight to the other, is read again there and compared
 * (P592). Nothing is used of it before it is whole; killed at any step, it is begun anew.
 */
export async function upgradeDatabase(
  plan: Upgrade,
  order: { version: string; keys: () => ShopKeys | null; tell: (text: string) => void },
): Promise<UpgradeReport> {
  // Uploads and settings stay where they are.
  const nowhere = await mkdtemp(join(plan.dataDir, '.upgrade-'))
  const both = await openBoth(plan)
  let report: RestoreReport | null = null
  let stayed: string[] = []

  try {
    const { version, keys, tell } = order
    const from = { databaseUrl: both.oldUrl, dataDir: nowhere, version, lock: null, secrets: null }

    const { leftOut } = await makeBackup(
      { ...from, now: () => new Date() },
      {
        place: both.newUrl,
        async write(_name, bytes) {
          const to = { databaseUrl: both.newUrl, dataDir: nowhere, key: null, keysOf: keys, tell }
          report = await restoreBackup(bytes, to)

          return 0
        },
        read: () => nothing(),
        names: async () => [],
        remove: async () => {},
      },
    )

    stayed = leftOut.tables
  } finally {
    await both.close()
    await rm(nowhere, { recursive: true, force: true })
  }

  await useNew(plan)

  return { ...report!, stayed }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
