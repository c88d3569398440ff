// npm run drill: tests an operator's emergencies on this machine with the files of deploy/ and the
// commands of docs/operations. A drill checks its own result and exits with 0 if everything passed.
//   by default: the primary database is killed, frozen or disconnected, or its disk is filled
//     (scale-out.md, High availability): -- --times 10 --only killed --orders 500
//   -- --upgrade: upgrades two copies of an older version to this one, while people buy
//   -- --install: installs a shop on an empty Debian by install.md and sells its first key
//   -- --image: builds an image from deploy/Dockerfile and runs a shop in its root file system
//   -- --restore: restores a shop of 100,000 orders from its backup (backup.md)
//   -- --pitr: restores a database to a second between two orders (backup.md)
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { ensureDependencies, node, root } from './setup.mjs'

const postgres = { 'postgresql-15': '/usr/lib/postgresql/15/bin/postgres' }
const haproxy = { haproxy: '/usr/sbin/haproxy' }
const network = { iproute2: '/usr/sbin/ip' }

/** The Debian packages that each drill needs, with a file by which each is recognised. */
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

// The drills upgrade and restore need no root, since they create no users, networks or disks.
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
