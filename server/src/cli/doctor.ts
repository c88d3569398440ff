import { parseArgs } from 'node:util'

import { buildApp, closeApp } from '../build-app.ts'
import type { Config } from '../platform/config/config.ts'
import { createLog } from '../platform/observe/log.ts'
import type { Command } from './command.ts'
import { checkAddress } from './doctor-address.ts'
import { checkAdmins } from './doctor-admins.ts'
import { checkArchives, checkBackupMark } from './doctor-backups.ts'
import {
  checkBooks,
  checkDatabase,
  checkDisk,
  checkPaidOrders,
  noSchemaText,
  checkProviders,
  checkQueue,
  checkVault,
  checkWebhooks,
  type Check,
  type Finding,
} from './doctor-checks.ts'
import { checkReplica } from './doctor-replica.ts'
import { missingShop, misspeltSettings, readSettings, type Places } from './doctor-settings.ts'
import { withDatabaseAt } from './with-app.ts'

/** Checks the whole shop, and says what to do about each problem (P442). */
export const doctorCommand: Command = {
  usage: `doctor [--deep] [--json]
    settings, database, keys, admins, clock, disk, address, the newest backup, providers,
    mail, events, queue, orders;
    nothing is changed. --deep also reads all of the books, which takes minutes in a large shop
    Exit code 3: something is broken`,

  read(args) {
    try {
      const options = {
        deep: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      } as const

      const { deep, json } = parseArgs({ args, options }).values

      return async ({ out }) => {
        const findings = await runChecks(deep)
        out(json ? JSON.stringify(findings) : findings.map(findingText).join('\n'))

        return findings.some(({ state }) => state === 'broken') ? 3 : 0
      }
    } catch {
      return null
    }
  },
}

/** Runs all checks. A check that fails becomes a finding, and the other checks go on. */
async function runChecks(deep: boolean): Promise<Finding[]> {
  const missingFolder = missingShop(process.env)

  if (missingFolder) {
    const observation = `DATA_DIR holds no shop: ${missingFolder}`
    const todo = 'name the folder of the shop, or start it there once'

    return [{ about: 'database', state: 'broken', seen: observation, todo }]
  }

  const settings = readSettings(process.env)
  const findings = settings.config
    ? await checkShop(settings.config, deep)
    : await checkPlaces(settings.places, settings.faults)

  return [...misspeltSettings(process.env), ...findings]
}

/**
 * Checks of a shop with wrong settings: database, disk and PUBLIC_URL, as far as the settings of
 * these are right.
 */
async function checkPlaces(places: Places, faults: Finding[]): Promise<Finding[]> {
  const { databaseUrl, dataDir, publicUrl } = places
  const runningChecks: Promise<Finding[]>[] = [checkDisk(places)]
  if (publicUrl) runningChecks.push(checkAddress({ publicUrl }))
  // checkArchives fails for a wrong file in SECRETS_DIR, which `faults` already reports.
  runningChecks.push(checkArchives(process.env).catch(() => []))

  const databaseFindings = databaseUrl
    ? await runCheck('database', () =>
        withDatabaseAt({ databaseUrl, dataDir }, ({ pool }) => checkDatabase({ pool })),
      )
    : []

  return [...faults, ...databaseFindings, ...(await Promise.all(runningChecks)).flat()]
}

function checkShop(config: Config, deep: boolean): Promise<Finding[]> {
  const { databaseUrl, databaseSessionUrl, dataDir } = config
  const databaseAddress = { databaseUrl: databaseSessionUrl ?? databaseUrl, dataDir }

  return withDatabaseAt(databaseAddress, async ({ pool, connect }) => {
    const app = buildApp({ config, log: createLog('silent'), pool, connect, subscribers: [] })
    try {
      const machineFindings = await Promise.all([
        checkDisk(config),
        checkAddress(config),
        checkArchives(process.env),
      ])
      const databaseFindings = await runCheck('database', () => checkDatabase(app))
      if (!databaseFindings.some(holdsShop)) return [...databaseFindings, ...machineFindings.flat()]

      const shopChecks: [string, Check][] = [
        ['keys', checkVault],
        ['admins', checkAdmins],
        ['backup', (of) => checkBackupMark(of.pool)],
        ['replica', checkReplica],
        ['providers', checkProviders],
        ['events', checkWebhooks],
        ['queue', checkQueue],
        ['orders', checkPaidOrders],
        ...(deep ? [['books', checkBooks] as [string, Check]] : []),
      ]

      const shopFindings = await Promise.all(
        shopChecks.map(([about, check]) => runCheck(about, () => check(app))),
      )

      return [...databaseFindings, ...machineFindings.flat(), ...shopFindings.flat()]
    } finally {
      await closeApp(app)
    }
  })
}

/** Whether the schema exists; without it, the other database checks would only fail. */
const holdsShop = ({ about, seen }: Finding): boolean => about === 'schema' && seen !== noSchemaText

async function runCheck(about: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    const observation = (error as Error).message.split(/\n| in: /)[0]!
    return [
      { about, state: 'broken', seen: observation, todo: 'see "It does not start" in the guide' },
    ]
  }
}

const findingText = ({ about, state, seen, todo }: Finding): string =>
  `${state.padEnd(7)}${about.padEnd(18)}${seen}${todo ? `\n${' '.repeat(25)}-> ${todo}` : ''}`
