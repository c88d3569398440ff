import { roles, type Role } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import { buildApp, closeApp } from '../build-app.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { promote } from '../domains/accounts/first-admin.service.ts'
import { ConfigError, readConfig } from '../platform/config/config.ts'
import { Failure } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'

/**
 * `npm run admin -- promote EMAIL ROLE`: give a user a role; answers the exit code (0 done, 1
 * refused, 2 wrong use).
 */
async function main([command, email, role]: string[]): Promise<number> {
  if (command !== 'promote' || !email || !roles.includes(role as Role)) {
    process.stderr.write(
      `Usage: npm run admin -- promote EMAIL ROLE   (ROLE: ${roles.join(', ')})\n`,
    )
    return 2
  }
  const config = readConfig(process.env)
  const log = createLog('warn')
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log,
    max: 2,
  })
  const app = buildApp({
    config,
    log,
    pool: database.pool,
    connect: database.connect,
  })
  try {
    await migrate(database.url)
    const user = await promote(app, email, role as Role)
    process.stdout.write(`${user.email} is now ${role} (was ${user.role}).\n`)
    return 0
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`${email}: ${inLanguage('en-US', error.text)}\n`)
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
