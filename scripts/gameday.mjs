// npm run gameday: buyers use a separate shop while one fault after another occurs. Checks for each
// fault that the shop copes with it (docs/faults.md). -- --only 'PIX away' runs one fault.
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
