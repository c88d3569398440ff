import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// The document is not written by hand where a program knows better.

const root = fileURLToPath(new URL('../../../', import.meta.url))

const printed = execFileSync(process.execPath, ['bench/src/model.ts'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, NODE_NO_WARNINGS: '1' },
}).trim()

const written = readFileSync(`${root}docs/scale.md`, 'utf8')

const between = (name: string) =>
  new RegExp(`<!-- the ${name}, .*-->\\n(.*?)\\n<!-- end of the ${name} -->`, 's')
    .exec(written)?.[1]
    ?.trim()

it('docs/scale.md shows the tables that the model prints [P621]', () => {
  const [needs, limits, ...rest] = printed.split('\n\n')
  expect(rest).toEqual([])
  expect(between('needs')).toBe(needs)
  expect(between('limits')).toBe(limits)
})

it('the model counts 4,800 orders a day for ten a minute, and lists the first limit first [P621]', () => {
  expect(printed).toContain('\n| orders a day | 4,800 | 480,000 | 48,000,000 |\n')
  expect(printed).toContain('\n| keys made by KeyAuth, one a second | 60 |')
  expect(printed).toContain('\n| cards: writes at Stripe | 6,000 |')
  const ends = [...printed.split('\n\n')[1]!.matchAll(/^\|[^|]+\| ([\d,]+) \|/gm)].map(([, n]) =>
    Number(n!.replaceAll(',', '')),
  )
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  expect(ends.length).toBeGreaterThan(7)
})
