import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// The tables of docs/scale.md must be those that the model calculates.

const root = fileURLToPath(new URL('../../../', import.meta.url))

const modelOutput = execFileSync(process.execPath, ['bench/src/model.ts'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, NODE_NO_WARNINGS: '1' },
}).trim()

const documentText = readFileSync(`${root}docs/scale.md`, 'utf8')

const sectionText = (name: string) =>
  new RegExp(`<!-- the ${name}, .*-->\\n(.*?)\\n<!-- end of the ${name} -->`, 's')
    .exec(documentText)?.[1]
    ?.trim()

it('docs/scale.md shows the tables that the model prints [P621]', () => {
  const [needs, limits, ...rest] = modelOutput.split('\n\n')
  expect(rest).toEqual([])
  expect(sectionText('needs')).toBe(needs)
  expect(sectionText('limits')).toBe(limits)
})

it('the model counts 4,800 orders a day for ten a minute, and lists the first limit first [P621]', () => {
  expect(modelOutput).toContain('\n| orders a day | 4,800 | 480,000 | 48,000,000 |\n')
  expect(modelOutput).toContain('\n| keys made by KeyAuth, one a second | 60 |')
  expect(modelOutput).toContain('\n| cards: writes at Stripe | 6,000 |')
  const limitRates = [...modelOutput.split('\n\n')[1]!.matchAll(/^\|[^|]+\| ([\d,]+) \|/gm)].map(
    ([, n]) => Number(n!.replaceAll(',', '')),
  )
  expect(limitRates).toEqual(limitRates.toSorted((a, b) => a - b))
  expect(limitRates.length).toBeGreaterThan(7)
})
