// npm test -- --times: seconds and processor seconds of each test file and of each part.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from '../setup.mjs'
import { keepTimes } from '../watchers/map.mjs'
import { treeSeconds } from './processor.mjs'

const longest = 20

/** From this call on test files run one by one and are measured with all their child processes. */
export function startTiming() {
  const file = join(root, 'data/times.tsv')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  process.env.CHAVEIRO_TIMES = file
  const parts = []

  return {
    part(name) {
      parts.push({ file: name, at: performance.now(), spent: treeSeconds() })
    },
    keep() {
      const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(rowOf)
      keepTimes(rows)
      print('part', withEnds(parts))
      print('test file', rows.toSorted((a, b) => b.processor - a.processor).slice(0, longest))
    },
  }
}

function rowOf(line) {
  const [file, seconds, processor] = line.split('\t')

  return { file, seconds: Number(seconds), processor: Number(processor) }
}

function withEnds(parts) {
  const ends = [...parts.slice(1), { at: performance.now(), spent: treeSeconds() }]

  return parts.map(({ file, at, spent }, i) => ({
    file,
    seconds: (ends[i].at - at) / 1000,
    processor: ends[i].spent - spent,
  }))
}

function print(head, rows) {
  const lines = rows.map(
    ({ file, seconds, processor }) =>
      `| ${file} | ${seconds.toFixed(1)} | ${processor.toFixed(1)} |`,
  )

  process.stdout.write(
    [`| ${head} | seconds | processor seconds |`, '|---|---|---|', ...lines, '', ''].join('\n'),
  )
}
