import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const rules = file('deploy/monitoring/alerts.yml')
const drills = file('deploy/monitoring/alerts.test.yml')

const dashboard = JSON.parse(file('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}

const runbook = file('docs/operations/wrong.md')

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

afterAll(() => shop?.close())

/** Name and text of each alert in the rules. */
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n', 1)[0]!, text }))

const names = alerts.map(({ name }) => name)
const queries = dashboard.panels.flatMap(({ targets }) => (targets ?? []).map(({ expr }) => expr))

it('every metric and label in rules, drills and dashboard exists in /metrics [P526]', async () => {
  const told = (await shop.http.inject('/metrics')).payload
  const known = new Map<string, readonly string[]>()

  for (const [, name] of told.matchAll(/^# TYPE (\w+) /gm)) {
    const { labelNames } = shop.app.processMetrics.registry.getSingleMetric(name!) as never as {
      labelNames: readonly string[]
    }
    known.set(name!, labelNames)
  }

  const parts = /\b((?:chaveiro|nodejs|process)_\w+?)(?:_bucket|_count|_sum)?\b(?:\{([^}]*)\})?/g
  const all = [rules, drills, ...queries].join('\n').replace(/runbook_url.*|rule_files.*/g, '')

  const found = [...all.matchAll(parts)].map(([, name, labels = '']) => ({
    name: name!,
    labels: [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label!),
  }))

  expect(found.length).toBeGreaterThan(120)
  expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThan(30)
  const ofPrometheus = ['job', 'instance', 'le']

  const wrong = found.flatMap(({ name, labels }) => {
    const given = known.get(name)
    if (!given) return [name]

    return labels
      .filter((label) => !given.includes(label) && !ofPrometheus.includes(label))
      .map((label) => `${name}{${label}}`)
  })

  expect([...new Set(wrong)]).toEqual([])
})

it('each alert has severity, duration, summary, and a runbook with text and a command [P527]', () => {
  expect(names).toHaveLength(32)

  const lacking = alerts.filter(
    ({ name, text }) =>
      !/^ {10}severity: (critical|warning)$/m.test(text) ||
      !/^ {8}for: \d+[mh]$/m.test(text) ||
      !/^ {10}summary: '[A-Z][^']{15,}'$/m.test(text) ||
      !text.includes(`runbook_url: docs/operations/wrong.md#${name.toLowerCase()}\n`),
  )

  expect(lacking.map(({ name }) => name)).toEqual([])
  const paragraphs = runbook.split(/^### /m).slice(1)
  expect(paragraphs.map((text) => text.split('\n', 1)[0])).toEqual(names)
  const empty = paragraphs.filter((text) => text.length < 150)
  expect(empty).toEqual([])
})

it('each alert has its drill, and the dashboard a query in each panel [P527]', () => {
  const drilled = [...drills.matchAll(/^ {2}- name: (.+)$/gm)].map(([, name]) => name)
  expect(drilled).toEqual(['a shop that is well', ...names])
  const empty = dashboard.panels.filter(
    (panel) => !('collapsed' in panel) && !panel.targets?.every(({ expr }) => expr.length > 5),
  )
  expect(empty.map(({ title }) => title)).toEqual([])
  expect(queries.length).toBeGreaterThan(35)
})
