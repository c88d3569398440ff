// Records which of our files each test runs, and stores the result.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ensureWeb, root } from '../setup.mjs'
import { keepMap, keepTimes, keptTimes } from './map.mjs'
import { rankWatchers } from './rank.mjs'
import { recordedCalls } from './recordings.mjs'

const usualSeconds = 5

/** From this call on tests are recorded; the pages are built with source maps. */
export function startRecording() {
  const folder = join(root, 'data/recordings')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  process.env.CHAVEIRO_RECORD = folder
  ensureWeb({ withMaps: true })

  return {
    keep(times) {
      delete process.env.CHAVEIRO_RECORD
      const timed = keptTimes()
      keepTimes(times.filter(({ file }) => !timed.get(file)?.processor))
      const savedTimes = keptTimes()
      const calls = recordedCalls(folder)
      const seconds = (test) => savedTimes.get(test)?.seconds ?? usualSeconds
      keepMap(rankWatchers(calls, seconds), new Set(calls.keys()))
      dropMaps()
      process.stdout.write(`${calls.size} test files recorded in scripts/watchers/kept\n`)
    },
  }
}

/** Removes the source maps, since the published build has none. */
function dropMaps() {
  const assets = join(root, 'web/dist/assets')
  for (const name of readdirSync(assets))
    if (/\.js\.map(\.\w+)?$/.test(name)) rmSync(join(assets, name))
  const stamp = join(root, 'web/dist/.stamp')
  writeFileSync(stamp, readFileSync(stamp, 'utf8').split(' ')[0])
}
