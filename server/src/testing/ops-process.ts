import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import type { TestShop } from './test-shop.ts'

type OpsAnswer = { code: number; out: string; err: string }

/** Runs the operator's tool in a separate process, with the settings of a test shop. */
export function opsOf(shop: TestShop, settings: Record<string, string> = {}) {
  const { vaultKeys, storeSecret, olderSecrets, dataDir } = shop.app.config
  const text = (bytes: Buffer) => bytes.toString('base64')

  return (args: string[], env: Record<string, string> = {}, typed = ''): Promise<OpsAnswer> =>
    new Promise((done) => {
      const child = execFile(
        process.execPath,
        [fileURLToPath(new URL('../cli/ops.ts', import.meta.url)), ...args],
        {
          env: {
            PATH: process.env.PATH,
            HOME: process.env.HOME,
            NODE_NO_WARNINGS: '1',
            DATABASE_URL: shop.app.pool.options.connectionString!,
            DATA_DIR: dataDir,
            VAULT_KEYS: vaultKeys.map(({ id, key }) => `${id}:${text(key)}`).join(','),
            STORE_SECRET: [storeSecret, ...olderSecrets].map(text).join(','),
            ...settings,
            ...env,
          },
        },
        (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
      )
      child.stdin!.end(typed)
    })
}
