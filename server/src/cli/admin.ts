import { roles, type Role } from '@chaveiro/contracts/limits'
import pg from 'pg'
import { buildApp, closeApp } from '../build-app.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { promote } from '../domains/accounts/accounts.service.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'

/** `npm run admin -- promote EMAIL ROLE`: give a user a role. */
async function main([command, email, role]: string[]): Promise<number> {
  if (command !== 'promote' || !email || !roles.includes(role as Role)) {
    process.stderr.write(`Usage: npm run admin -- promote EMAIL ROLE   (ROLE: ${roles.join(', ')})\n`)
    return 2
  }
  const config = readConfig(process.env)
  const log = createLog('warn')
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, max: 2 })
  const app = buildApp({ config, log, pool: database.pool, connect: async () => { const client = new pg.Client({ connectionString: database.url }); await client.connect(); return client } })
  try {
    await migrate(database.pool)
    const done = await promote(app, email, role as Role)
    process.stdout.write(done ? `${email} is now ${role}.\n` : `There is no account with the email ${email}.\n`)
    return done ? 0 : 1
  } finally {
    await closeApp(app)
    await database.close()
  }
}

process.exit(await main(process.argv.slice(2)))
