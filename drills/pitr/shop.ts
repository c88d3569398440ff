import { buildApp, closeApp } from '../../server/src/build-app.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { ensureDefaultCategory } from '../../server/src/demo/seed.ts'
import { checkSecrets } from '../../server/src/domains/rotation/check-secrets.queries.ts'
import { createHttp } from '../../server/src/http/server.ts'
import { subscribers } from '../../server/src/jobs/subscribers.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createLog } from '../../server/src/platform/observe/log.ts'
import { launchSandbox } from '../../server/src/public-pages/launch-sandbox.ts'
import { unhindered } from '../../server/src/testing/fleet.ts'
import { coupon, person, product } from '../../server/src/testing/make.ts'
import { fill, startPix } from '../../server/src/testing/shop.ts'
import type { TestShop } from '../../server/src/testing/test-shop.ts'

const secrets = {
  STORE_SECRET: Buffer.alloc(32, 7).toString('base64'),
  VAULT_KEYS: `1:${Buffer.alloc(32, 8).toString('base64')}`,
}

/** A shop on a database, in this process. A coupon pays for its orders. */
export async function openShop(databaseUrl: string, dataDir: string) {
  const log = createLog('silent')
  const database = await openDatabase({ databaseUrl, dataDir, log, max: 8 })
  await migrate(database.url)
  const sandbox = await launchSandbox({ DATA_DIR: dataDir, PORT: '1' })

  const config = readConfig({
    ...sandbox.env,
    ...secrets,
    ...unhindered,
    SANDBOX_URL: sandbox.origin,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://localhost:4363',
  })

  const app = buildApp({ config, log, pool: database.pool, connect: database.connect, subscribers })
  const faults = await checkSecrets(app.pool, config)
  if (faults.length) throw new Error(faults.join('\n'))

  const http = await createHttp(app)
  const world = { app, http, clock: app.clock } as unknown as TestShop
  const rows = async (text: string) => (await app.pool.query(text)).rows

  return {
    app,

    /** Buys a key; returns the order number. */
    async order(what: string): Promise<string> {
      await ensureDefaultCategory(app)
      if (!(await rows('select 1 from coupons')).length)
        await coupon(app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
      const { id } = await product(app, { keys: 1, name: what })
      const who = await person(app)
      const bought = await startPix(world, who, await fill(world, who, id, 1), { coupon: 'TUDO' })
      if (bought.body.status !== 'completed') throw new Error(JSON.stringify(bought.body))

      return (await rows('select number from orders order by created_at desc limit 1'))[0].number
    },

    orders: async () =>
      (await rows('select number from orders order by created_at')).map(
        (row) => row.number as string,
      ),
    now: async () => (await rows('select clock_timestamp()::text as now'))[0].now as string,
    switchWal: () => app.pool.query('select pg_switch_wal()'),

    async close() {
      await http.close()
      await sandbox.stop()
      await closeApp(app)
      await database.close()
    },
  }
}
