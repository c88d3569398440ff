import { parseArgs } from 'node:util'

import about from '../../package.json' with { type: 'json' }
import {
  removeOldCluster,
  planUpgrade,
  switchToOldCluster,
  type Upgrade,
} from '../db/embedded-upgrade.ts'
import { upgradeDatabase } from '../domains/backup/upgrade.service.ts'
import { readConfig } from '../platform/config/config.ts'
import { othersOf, upgradedText } from './backup-words.ts'
import { Refusal, type Command, type Run } from './command.ts'

/** The embedded PostgreSQL from one major version to the one that this version brings (P592). */
export const upgradeDatabaseCommand: Command = {
  usage: `upgrade-database [--binaries FOLDER] [--dry-run] [--json]
    with the shop stopped; the database of before is only read and stays until --confirm.
    --binaries  where the programs of the older version are (FOLDER/bin/postgres), unless Debian has them
    --dry-run   only says what would be done, and whether there is room
upgrade-database --confirm [--json]
    remove the database of before
upgrade-database --undo [--json]
    with the shop stopped: back to the database of before, for the version of before; what was sold
    since stays in the newer one, which is laid aside`,

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
      if (confirm) return confirmed(json)

      return undo ? undone(json) : upgraded({ binaries, json, dryRun })
    } catch {
      return null
    }
  },
}

function embeddedConfig() {
  const config = readConfig(process.env)

  if (config.databaseUrl)
    throw new Refusal(
      'DATABASE_URL leads to a PostgreSQL of your own: bring that to a new version by its own tools',
    )

  return config
}

const confirmed =
  (json: boolean): Run =>
  async ({ out }) => {
    const { dataDir } = embeddedConfig()
    const gone = await removeOldCluster(dataDir)
    const text = gone
      ? `The database of PostgreSQL ${gone.major} in ${gone.folder} is removed.`
      : 'There is no database of before.'
    out(json ? JSON.stringify({ removed: gone }) : text)

    return gone ? 0 : 1
  }

const undone =
  (json: boolean): Run =>
  async ({ out }) => {
    const { dataDir } = embeddedConfig()
    const back = await switchToOldCluster(dataDir, new Date())

    const text = back
      ? `The database of PostgreSQL ${back.major} is used again: start the version of before. ` +
        `What was sold since lies in ${back.aside}.`
      : 'There is no database of before.'

    out(json ? JSON.stringify({ undone: back }) : text)

    return back ? 0 : 1
  }

const mb = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`
const hasRoom = ({ size, free }: Upgrade): boolean => free > size * 1.3

const upgraded =
  (asked: { binaries: string | null; json: boolean; dryRun: boolean }): Run =>
  async ({ out, progress }) => {
    const config = embeddedConfig()
    const { binaries, dryRun } = asked
    const plan = await planUpgrade({ dataDir: config.dataDir, binaries, dryRun })
    const say = (data: object, text: string) => out(asked.json ? JSON.stringify(data) : text)

    if (!plan) {
      say({ upgraded: false }, 'The database is of the version that is brought already.')
      return 0
    }

    const { from, to, size, free, place } = plan

    if (!hasRoom(plan))
      throw new Refusal(
        `there are ${mb(free)} left in ${place.folder}, and ${mb(size * 1.3)} are wanted; make room`,
      )

    if (dryRun) {
      say(
        { upgraded: false, from, to, size, free },
        `PostgreSQL ${from} would become ${to}: ${mb(size)}, and ${mb(free)} are left.`,
      )
      return 0
    }

    const report = await upgradeDatabase(plan, {
      version: about.version,
      keys: () => config,
      tell: (text) => progress(`${text} ...`),
    })

    say({ upgraded: true, from, to, ...report }, upgradedText(plan, report))

    return report.broken.length || othersOf(report).length ? 1 : 0
  }
