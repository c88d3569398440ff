import { roles, type Role } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import { buildApp, closeApp } from '../build-app.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { promote } from '../domains/accounts/first-admin.service.ts'
import type { App } from '../platform/app.ts'
import { ConfigError, readConfig } from '../platform/config/config.ts'
import { Failure } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { keysUsage, readKeysCommand, runKeys } from './keys.ts'

type Command = (app: App) => Promise<number>

/** `npm run admin -- promote EMAIL ROLE`: give a user a role. */
function readPromote([email, role, ...more]: string[]): Command | null {
  if (!email || !roles.includes(role as Role) || more.length) return null
  return async (app) => {
    const user = await promote(app, email, role as Role)
    process.stdout.write(`${user.email} is now ${role} (was ${user.role}).\n`)
    return 0
  }
}

/** `npm run admin -- keys status` and `keys rotate`: the keys of the vault (P450). */
function readKeys(args: string[]): Command | null {
  const command = readKeysCommand(args)
  if (!command) return null
  const stop = new AbortController()
  const output = {
    out: (text: string) => process.stdout.write(`${text}\n`),
    progress: (text: string) => process.stderr.write(`${text}\n`),
    signal: stop.signal,
  }
  return (app) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    return runKeys(app, command, output)
  }
}

const commands = new Map([
  ['promote', readPromote],
  ['keys', readKeys],
])
const usage = `Usage: npm run admin -- promote EMAIL ROLE   (ROLE: ${roles.join(', ')})\n${keysUsage}`

/** Do what was asked for; answers the exit code (0 done, 1 refused, 2 wrong use). */
async function main([name, ...args]: string[]): Promise<number> {
  const command = name ? (commands.get(name)?.(args) ?? null) : null
  if (!command) {
    const isHelp = [name, ...args].includes('--help')
    process[isHelp ? 'stdout' : 'stderr'].write(usage)
    return isHelp ? 0 : 2
  }
  const config = readConfig(process.env)
  const log = createLog('warn')
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log,
    max: 2,
    // A walk over a large table is one statement, and nobody waits for it.
    timeoutSeconds: 600,
  })
  const app = buildApp({
    config,
    log,
    pool: database.pool,
    connect: database.connect,
  })
  try {
    await migrate(database.url)
    return await command(app)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`${args[0]}: ${inLanguage('en-US', error.text)}\n`)
    return 1
  } finally {
    await closeApp(app)
    await database.close()
  }
}

process.exit(
  await main(process.argv.slice(2)).catch((error: Error) => {
    const cause = (error.cause as Error | undefined)?.message
    process.stderr.write(
      'The command failed:\n' +
        `${(error instanceof ConfigError ? error.message : (cause ?? error.message)).replace(/^/gm, '  ')}\n`,
    )
    return 1
  }),
)
