import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { openServer } from './server.ts'
import { openShop } from './shop.ts'

// npm run drill -- --pitr: restores a shop with a WAL archive to a second between two orders. It
// uses the files of deploy/pitr and the commands of docs/operations/backup.md. Run it as root on
// Debian with postgresql-15 and pgbackrest.

const say = (text: string) => process.stdout.write(`${text}\n`)
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

const folder = mkdtempSync(join(tmpdir(), 'chaveiro-pitr-'))
const server = openServer(folder, { name: 'main', port: 4361 })
let isGood = false

try {
  server.make()
  server.start()
  server.asPostgres('pgbackrest --stanza=chaveiro stanza-create')
  server.asPostgres('pgbackrest --stanza=chaveiro check')
  const shop = await openShop(server.url, join(folder, 'data'))
  const first = await shop.order('before the base copy')
  server.asPostgres('pgbackrest --stanza=chaveiro --type=full backup')
  const second = await shop.order('before the second')
  await sleep(2_000)
  const moment = await shop.now()
  await sleep(2_000)
  const third = await shop.order('after the second')
  await shop.switchWal()
  await shop.close()
  server.stop()
  say(`orders ${first}, ${second}, then ${moment}, then ${third}`)

  const from = performance.now()
  server.asPostgres(
    `pgbackrest --stanza=chaveiro --delta --type=time "--target=${moment}" --target-action=promote restore`,
  )
  server.start()
  const restored = await openShop(server.url, join(folder, 'data-back'))
  const seconds = (performance.now() - from) / 1000
  const orders = await restored.orders()
  const broken = await brokenLaws(restored.app.db)
  const later = await restored.order('in the shop that came back')
  await restored.close()
  isGood = orders.join() === [first, second].join() && broken.length === 0
  const verdictText = isGood ? 'the one before is there, the one after is not' : 'WRONG'
  say(`restored to ${moment}: ${orders.join(', ')} (${verdictText})`)
  say(`broken in its books: ${broken.join('; ') || 'nothing'}; the next order is ${later}`)
  say(`${seconds.toFixed(1)} s from the command to a shop that sells`)
} finally {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
}

process.exit(isGood ? 0 : 1)
