import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { shopPort, spawnShop } from '../../server/src/testing/shop-process.ts'

/** Starts the demo shop with its built pages, on a temporary folder that `stop` deletes. */
export async function openDemoShop(): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = String(await shopPort())
  const dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-demo-'))
  const child = await spawnShop({ PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' })

  return {
    origin: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
