// npm run drill: what an owner prays never happens is played on this machine, by the files of
// deploy/ and the words of docs/operations. Each drill judges itself and ends with 0 when all held.
//   the primary database is killed, frozen, cut off, its disk filled (scale-out.md, High
//     availability): -- --times 10 --only killed --orders 500
//   -- --upgrade: an older version is brought to this one, copy by copy, while people buy
//   -- --install: an empty Debian becomes a shop by install.md and sells its first key
//   -- --image: deploy/Dockerfile becomes an image, and its root file system a shop
//   -- --restore: a shop of 100,000 orders comes back from its backup (backup.md)
//   -- --pitr: a database is brought back to a second between two orders (backup.md)
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { ensureDependencies, node, root } from './setup.mjs'

const postgres = { 'postgresql-15': '/usr/lib/postgresql/15/bin/postgres' }
const haproxy = { haproxy: '/usr/sbin/haproxy' }
const network = { iproute2: '/usr/sbin/ip' }

/** The Debian packages of each drill, and a file of each. */
const drills = {
  upgrade: haproxy,
  restore: {},
  install: {
    mmdebstrap: '/usr/bin/mmdebstrap',
    'systemd-container': '/usr/bin/systemd-nspawn',
    ...network,
  },
  image: { buildah: '/usr/bin/buildah', mmdebstrap: '/usr/bin/mmdebstrap' },
  pitr: { ...postgres, pgbackrest: '/usr/bin/pgbackrest' },

  availability: {
    ...postgres,
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    ...haproxy,
    pgbouncer: '/usr/sbin/pgbouncer',
    ...network,
  },
}

const drill =
  Object.keys(drills).find((name) => process.argv.includes(`--${name}`)) ?? 'availability'

const packages = drills[drill]
const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]))

// These two make no users, networks or disks of their own.
const isAllowed = ['upgrade', 'restore'].includes(drill) || process.getuid?.() === 0

if (!isAllowed || missing.length) {
  process.stderr.write(
    'The drill runs as root, for users, networks and disks of its own, on Debian with ' +
      `apt-get install --no-install-recommends ${(missing.length ? missing : Object.keys(packages)).join(' ')}\n`,
  )
  process.exit(2)
}

ensureDependencies()

process.exit(
  spawnSync(node, [join(root, `drills/${drill}/main.ts`), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  }).status ?? 1,
)
