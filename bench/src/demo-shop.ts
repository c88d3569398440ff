import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shopEntry, shopPort } from '../../server/src/testing/shop-process.ts'

/** The demo shop with its built pages, on a folder of its own that goes when it is stopped. */
export async function openDemoShop(): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = String(await shopPort())
  const dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-demo-'))
  const child = spawn(process.execPath, [shopEntry()], {
    env: { ...process.env, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, failed) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('Chaveiro: http')) done()
    })
    child.once('exit', (code) => failed(new Error(`the shop ended with ${code}`)))
  })
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
