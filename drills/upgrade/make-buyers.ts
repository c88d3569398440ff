import { writeFileSync } from 'node:fs'

import { buildApp, closeApp } from '../../server/src/build-app.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createLog } from '../../server/src/platform/observe/log.ts'
import { cartOf, coupon, person, product } from '../../server/src/testing/make.ts'

// make-buyers.ts FILE COUNT PAYING. older.ts copies this file into an older version and runs it
// there, so that the older code writes data in the older schema.

const [file = '', count = '', paying = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const log = createLog('silent')
const { dataDir, databaseUrl } = config
const { pool, connect, close } = await openDatabase({ databaseUrl, dataDir, log, max: 10 })
const app = buildApp({ config, log, pool, connect, subscribers: [] })
const shelves: { id: string; code: string }[] = []

for (let n = 0; n < 10; n++) {
  const { id } = await product(app, { keys: Math.ceil(Number(count) / 10) + 100 })
  await coupon(app, { code: `TUDO${n}`, value: 10_000 })
  shelves.push({ id, code: `TUDO${n}` })
}

const newBuyers: object[] = []

const makeBuyer = async (n: number): Promise<void> => {
  const { id, code } = shelves[n % 10]!
  const { userId, headers } = await person(app)
  const cartId = await cartOf(app, userId, [{ productId: id, quantity: 1 }])
  const pays = Number(paying) > 0 && n % Number(paying) === 0
  newBuyers.push({ headers, cartId, code: pays ? null : code })
}

let next = 0

const eight = Array.from({ length: 8 }, async () => {
  while (next < Number(count)) await makeBuyer(next++)
})

await Promise.all(eight)
writeFileSync(file, JSON.stringify(newBuyers))
await closeApp(app)
await close()
