// npm run bench: measures this machine, as ratios within one run; fails if the first load exceeds
// its budget. --lighthouse: Lighthouse scores of the public pages. --scale: the back office of a
// large shop. --flood: a checkout during useless requests; --receipts: during a queue of 10,000
// receipts. --orders: whole orders over HTTP, compared with a minimal server that writes the same
// rows. --idle: memory of a shop without visitors. --interactions: the delay of a press on a slow
// phone. --variants: downtime of a large shop during the migration to variants. --notify: the cost
// of a notification for each order. --bytes: disk bytes of 1,000 orders, by table and index.
// --steady: orders at a steady rate (--rate, --minutes). --model: resources of a shop at 10, 1,000
// and 100,000 orders a minute.
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

// Benchmarks of pages need a browser.
if (['lighthouse', 'interactions'].includes(file)) process.env.CHROME_PATH ??= findBrowser()

process.exit(
  spawnSync(node, ['--expose-gc', join(root, `bench/src/${file}.ts`), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  }).status ?? 1,
)
