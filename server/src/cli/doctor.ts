import { parseArgs } from 'node:util'

import { buildApp, closeApp } from '../build-app.ts'
import type { Config } from '../platform/config/config.ts'
import { createLog } from '../platform/observe/log.ts'
import type { Command } from './command.ts'
import { address } from './doctor-address.ts'
import { admins } from './doctor-admins.ts'
import { backups, notedBackup } from './doctor-backups.ts'
import {
  books,
  database,
  disk,
  money,
  noSchema,
  providers,
  queue,
  vault,
  webhooks,
  type Check,
  type Finding,
} from './doctor-checks.ts'
import { replica } from './doctor-replica.ts'
import { missingShop, misspeltSettings, readSettings, type Places } from './doctor-settings.ts'
import { withDatabaseAt } from './with-app.ts'

/** Look whether a shop is well, and say what to do where it is not (P442). */
export const doctor: Command = {
  usage: `doctor [--deep] [--json]
    settings, database, keys, admins, clock, disk, address, the newest backup, providers,
    mail, events, queue, orders;
    nothing is changed. --deep reads all of the books as well, which takes minutes in a large shop
    Exit code 3: something is broken`,

  read(args) {
    try {
      const options = {
        deep: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      } as const

      const { deep, json } = parseArgs({ args, options }).values

      return async ({ out }) => {
        const findings = await examine(deep)
        out(json ? JSON.stringify(findings) : findings.map(lineOf).join('\n'))

        return findings.some(({ state }) => state === 'broken') ? 3 : 0
      }
    } catch {
      return null
    }
  },
}

/** One check after the other that fails says so, and the others go on. */
async function examine(deep: boolean): Promise<Finding[]> {
  const missing = missingShop(process.env)

  if (missing) {
    const seen = `DATA_DIR holds no shop: ${missing}`
    const todo = 'name the folder of the shop, or start it there once'

    return [{ about: 'database', state: 'broken', seen, todo }]
  }

  const settings = readSettings(process.env)
  const findings = settings.config
    ? await examineShop(settings.config, deep)
    : await examinePlaces(settings.places, settings.faults)

  return [...misspeltSettings(process.env), ...findings]
}

/** What can be seen of a shop whose settings are wrong: where it lies, and nothing that they decide. */
async function examinePlaces(places: Places, faults: Finding[]): Promise<Finding[]> {
  const { databaseUrl, dataDir, publicUrl } = places
  const looks: Promise<Finding[]>[] = [disk(places)]
  if (publicUrl) looks.push(address({ publicUrl }))
  // Where the faults are in files of secrets, they are told already.
  looks.push(backups(process.env).catch(() => []))

  const base = databaseUrl
    ? await found('database', () =>
        withDatabaseAt({ databaseUrl, dataDir }, ({ pool }) => database({ pool })),
      )
    : []

  return [...faults, ...base, ...(await Promise.all(looks)).flat()]
}

function examineShop(config: Config, deep: boolean): Promise<Finding[]> {
  const { databaseUrl, databaseSessionUrl, dataDir } = config
  const at = { databaseUrl: databaseSessionUrl ?? databaseUrl, dataDir }

  return withDatabaseAt(at, async ({ pool, connect }) => {
    const app = buildApp({ config, log: createLog('silent'), pool, connect, subscribers: [] })
    try {
      const here = await Promise.all([disk(config), address(config), backups(process.env)])
      const base = await found('database', () => database(app))
      if (!base.some(holdsShop)) return [...base, ...here.flat()]

      const rest: [string, Check][] = [
        ['keys', vault],
        ['admins', admins],
        ['backup', (of) => notedBackup(of.pool)],
        ['replica', replica],
        ['providers', providers],
        ['events', webhooks],
        ['queue', queue],
        ['orders', money],
        ...(deep ? [['books', books] as [string, Check]] : []),
      ]

      const more = await Promise.all(rest.map(([about, check]) => found(about, () => check(app))))

      return [...base, ...here.flat(), ...more.flat()]
    } finally {
      await closeApp(app)
    }
  })
}

/** Without a database, or with an empty one, there is nothing more to look at. */
const holdsShop = ({ about, seen }: Finding): boolean => about === 'schema' && seen !== noSchema

async function found(about: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    const seen = (error as Error).message.split(/\n| in: /)[0]!
    return [{ about, state: 'broken', seen, todo: 'see "When it does not start" of the guide' }]
  }
}

const lineOf = ({ about, state, seen, todo }: Finding): string =>
  `${state.padEnd(7)}${about.padEnd(18)}${seen}${todo ? `\n${' '.repeat(25)}-> ${todo}` : ''}`
