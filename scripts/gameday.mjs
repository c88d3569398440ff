// npm run gameday: people buy from a shop of its own while one thing after another goes wrong, and
// each is judged (docs/faults.md). -- --only 'PIX away' --told 20 --recovered 30
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureDependencies, node, root } from './setup.mjs'

ensureDependencies()

process.exit(
  spawnSync(node, [join(root, 'drills/gameday/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  }).status ?? 1,
)
