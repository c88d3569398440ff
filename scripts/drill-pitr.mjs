// npm run drill:pitr: the database of a shop is brought back to a second between two orders
// (docs/operations/backup.md, To any second).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies, node, root } from './setup.mjs'

const packages = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  pgbackrest: '/usr/bin/pgbackrest',
}
const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]))
if (process.getuid?.() !== 0 || missing.length) {
  process.stderr.write(
    'The drill runs as root, to run PostgreSQL by its own user, on Debian with ' +
      `apt-get install --no-install-recommends ${(missing.length ? missing : Object.keys(packages)).join(' ')}\n`,
  )
  process.exit(2)
}
ensureDependencies()
process.exit(
  spawnSync(node, [join(root, 'bench/src/pitr/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  }).status ?? 1,
)
