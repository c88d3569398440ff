// npm run bench: figures of this machine, as ratios in one run; fails when the first-load budget is
// broken. With --lighthouse: what it says of the public pages. With --scale: the back office on a
// large shop. With --flood: a checkout beside requests for nothing; with --receipts: beside a queue
// of 10,000 receipts. With --orders: whole orders over HTTP beside a bare server of the same rows.
// With --idle: the memory of a shop that nobody visits. With --interactions: how long a press takes
// on a slow phone. With --variants: how long a large shop stands still while it is brought to them.
// With --notify: what a notification of each order would cost.
// With --bytes: what 1,000 orders leave on the disk, by table and index.
// With --steady: orders at a steady rate (--rate, --minutes); with --model: what a shop needs at
// 10, 1,000 and 100,000 orders a minute.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { findBrowser } from './browser.mjs'
import { ensureDependencies, ensureWeb, node, root } from './setup.mjs'

ensureDependencies()
ensureWeb()

const benches =
  'lighthouse interactions scale flood receipts orders idle variants bytes notify steady model'.split(
    ' ',
  )

const file = benches.find((name) => process.argv.includes(`--${name}`)) ?? 'main'

// Those that look at pages need a browser.
if (['lighthouse', 'interactions'].includes(file)) process.env.CHROME_PATH ??= findBrowser()

process.exit(
  spawnSync(node, ['--expose-gc', join(root, `bench/src/${file}.ts`), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  }).status ?? 1,
)
