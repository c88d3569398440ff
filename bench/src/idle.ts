import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { shopPort } from '../../server/src/testing/shop-process.ts'
import { childrenOf, databaseMemory, resident } from './memory.ts'

// Memory of a shop without visitors: npm start on an empty folder, then again on the filled folder.
// Each time the shop is measured a minute after it listens. The sandbox is a separate process and
// is left out, because production has none.

const start = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-idle-'))

async function idle(): Promise<{ server: number; database: number }> {
  const port = await shopPort()

  const shop = spawn(process.execPath, [start], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  try {
    await new Promise<void>((done, failed) => {
      shop.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('Chaveiro: http')) done()
      })
      shop.once('exit', () => failed(new Error('the shop exited')))
    })

    await new Promise((done) => setTimeout(done, 60_000))

    return { server: resident(childrenOf(shop.pid!)[0]!), database: databaseMemory(dataDir) }
  } finally {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
}

try {
  for (const when of ['first start', 'next start']) {
    const { server, database } = await idle()
    console.log(
      `${when}: server ${Math.round(server)} MB, embedded PostgreSQL ${Math.round(database)} MB ` +
        `(its shared pages counted once), together ${Math.round(server + database)} MB (aim 250)`,
    )
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
