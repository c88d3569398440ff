// npm run drill: the primary database of a running shop is killed, frozen, cut off and its disk
// filled (docs/operations/scale-out.md, High availability). -- --times 10 --only killed --orders 500
// -- --install: an empty Debian becomes a shop by docs/operations/install.md and sells its first key.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies, node, root } from './setup.mjs'

const drills = {
  availability: {
    'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
    pgbouncer: '/usr/sbin/pgbouncer',
    iproute2: '/usr/sbin/ip',
  },
  install: {
    mmdebstrap: '/usr/bin/mmdebstrap',
    'systemd-container': '/usr/bin/systemd-nspawn',
    iproute2: '/usr/sbin/ip',
  },
}
const drill = process.argv.includes('--install') ? 'install' : 'availability'
const packages = drills[drill]
const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]))
if (process.getuid?.() !== 0 || missing.length) {
  process.stderr.write(
    'The drill runs as root, for networks and disks of its own, on Debian with ' +
      `apt-get install --no-install-recommends ${(missing.length ? missing : Object.keys(packages)).join(' ')}\n`,
  )
  process.exit(2)
}
ensureDependencies()
process.exit(
  spawnSync(node, [join(root, `bench/src/${drill}/main.ts`), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  }).status ?? 1,
)
