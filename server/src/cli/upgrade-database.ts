import { parseArgs } from 'node:util'

import packageInfo from '../../package.json' with { type: 'json' }
import {
  removeOldCluster,
  planUpgrade,
  switchToOldCluster,
  type Upgrade,
} from '../db/embedded-upgrade.ts'
import { upgradeDatabase } from '../domains/backup/upgrade.service.ts'
import { readConfig } from '../platform/config/config.ts'
import { foreignNames, upgradedText } from './backup-words.ts'
import { Refusal, type Command, type Run } from './command.ts'

/** Upgrades the embedded PostgreSQL to the major version of this release (P592). */
export const upgradeDatabaseCommand: Command = {
  usage: `upgrade-database [--binaries FOLDER] [--dry-run] [--json]
    with the shop stopped; the previous database is only read, and stays until --confirm.
    --binaries  where the programs of the older version are (FOLDER/bin/postgres), unless Debian has them
    --dry-run   only says what would be done, and whether there is room
upgrade-database --confirm [--json]
    remove the previous database
upgrade-database --undo [--json]
    with the shop stopped: back to the previous database, for the previous version of the shop;
    later sales stay in the newer database, which is kept aside`,

  read(args) {
    try {
      const { values } = parseArgs({
        args,
        options: {
          binaries: { type: 'string' },
          confirm: { type: 'boolean' },
          undo: { type: 'boolean' },
          'dry-run': { type: 'boolean' },
          json: { type: 'boolean', default: false },
        },
      })

      const { binaries = null, confirm, undo, json, 'dry-run': dryRun = false } = values
      if ((confirm || undo) && (binaries || dryRun || (confirm && undo))) return null
      if (confirm) return confirmRun(json)

      return undo ? undoRun(json) : upgradeRun({ binaries, json, dryRun })
    } catch {
      return null
    }
  },
}

function embeddedConfig() {
  const config = readConfig(process.env)

  if (config.databaseUrl)
    throw new Refusal('DATABASE_URL leads to your own PostgreSQL: upgrade that with its own tools')

  return config
}

const confirmRun =
  (json: boolean): Run =>
  async ({ out }) => {
    const { dataDir } = embeddedConfig()
    const removed = await removeOldCluster(dataDir)
    const resultText = removed
      ? `The database of PostgreSQL ${removed.major} in ${removed.folder} is removed.`
      : 'There is no previous database.'
    out(json ? JSON.stringify({ removed }) : resultText)

    return removed ? 0 : 1
  }

const undoRun =
  (json: boolean): Run =>
  async ({ out }) => {
    const { dataDir } = embeddedConfig()
    const restored = await switchToOldCluster(dataDir, new Date())

    const resultText = restored
      ? `The database of PostgreSQL ${restored.major} is used again: start the previous version of the ` +
        `shop. Later sales are in ${restored.aside}.`
      : 'There is no previous database.'

    out(json ? JSON.stringify({ undone: restored }) : resultText)

    return restored ? 0 : 1
  }

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`
const hasRoom = ({ size, free }: Upgrade): boolean => free > size * 1.3

const upgradeRun =
  (options: { binaries: string | null; json: boolean; dryRun: boolean }): Run =>
  async ({ out, progress }) => {
    const config = embeddedConfig()
    const { binaries, dryRun } = options
    const upgradePlan = await planUpgrade({ dataDir: config.dataDir, binaries, dryRun })
    const printResult = (data: object, text: string) =>
      out(options.json ? JSON.stringify(data) : text)

    if (!upgradePlan) {
      printResult({ upgraded: false }, 'The database already has the version of this release.')
      return 0
    }

    const { from, to, size, free, place } = upgradePlan

    if (!hasRoom(upgradePlan))
      throw new Refusal(
        `${megabytes(free)} are left in ${place.folder}, and ${megabytes(size * 1.3)} are needed: make room`,
      )

    if (dryRun) {
      printResult(
        { upgraded: false, from, to, size, free },
        `PostgreSQL ${from} would become ${to}: ${megabytes(size)}, and ${megabytes(free)} are left.`,
      )
      return 0
    }

    const upgradeReport = await upgradeDatabase(upgradePlan, {
      version: packageInfo.version,
      keys: () => config,
      tell: (text) => progress(`${text} ...`),
    })

    printResult(
      { upgraded: true, from, to, ...upgradeReport },
      upgradedText(upgradePlan, upgradeReport),
    )

    return upgradeReport.broken.length || foreignNames(upgradeReport).length ? 1 : 0
  }
