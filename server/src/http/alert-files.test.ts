import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const readRepoFile = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const rules = readRepoFile('deploy/monitoring/alerts.yml')
const drills = readRepoFile('deploy/monitoring/alerts.test.yml')

const dashboard = JSON.parse(readRepoFile('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}

const runbook = readRepoFile('docs/operations/wrong.md')

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

afterAll(() => shop?.close())

/** Name and rule of each alert. */
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n', 1)[0]!, text }))

const alertNames = alerts.map(({ name }) => name)
const queries = dashboard.panels.flatMap(({ targets }) => (targets ?? []).map(({ expr }) => expr))

it('every metric and label in rules, drills and dashboard exists in /metrics [P526]', async () => {
  const metricsText = (await shop.http.inject('/metrics')).payload
  const knownMetrics = new Map<string, readonly string[]>()

  for (const [, name] of metricsText.matchAll(/^# TYPE (\w+) /gm)) {
    const { labelNames } = shop.app.processMetrics.registry.getSingleMetric(name!) as never as {
      labelNames: readonly string[]
    }
    knownMetrics.set(name!, labelNames)
  }

  const parts = /\b((?:chaveiro|nodejs|process)_\w+?)(?:_bucket|_count|_sum)?\b(?:\{([^}]*)\})?/g
  const allFiles = [rules, drills, ...queries].join('\n').replace(/runbook_url.*|rule_files.*/g, '')

  const usedMetrics = [...allFiles.matchAll(parts)].map(([, name, labels = '']) => ({
    name: name!,
    labels: [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label!),
  }))

  expect(usedMetrics.length).toBeGreaterThan(120)
  expect(new Set(usedMetrics.map(({ name }) => name)).size).toBeGreaterThan(30)
  const ofPrometheus = ['job', 'instance', 'le']

  const unknownParts = usedMetrics.flatMap(({ name, labels }) => {
    const labelNames = knownMetrics.get(name)
    if (!labelNames) return [name]

    return labels
      .filter((label) => !labelNames.includes(label) && !ofPrometheus.includes(label))
      .map((label) => `${name}{${label}}`)
  })

  expect([...new Set(unknownParts)]).toEqual([])
})

it('each alert has severity, duration, summary, and a runbook with text and a command [P527]', () => {
  expect(alertNames).toHaveLength(32)

  const incompleteAlerts = alerts.filter(
    ({ name, text }) =>
      !/^ {10}severity: (critical|warning)$/m.test(text) ||
      !/^ {8}for: \d+[mh]$/m.test(text) ||
      !/^ {10}summary: '[A-Z][^']{15,}'$/m.test(text) ||
      !text.includes(`runbook_url: docs/operations/wrong.md#${name.toLowerCase()}\n`),
  )

  expect(incompleteAlerts.map(({ name }) => name)).toEqual([])
  const paragraphs = runbook.split(/^### /m).slice(1)
  expect(paragraphs.map((text) => text.split('\n', 1)[0])).toEqual(alertNames)
  const empty = paragraphs.filter((text) => text.length < 150)
  expect(empty).toEqual([])
})

it('each alert has its drill, and the dashboard a query in each panel [P527]', () => {
  const drilled = [...drills.matchAll(/^ {2}- name: (.+)$/gm)].map(([, name]) => name)
  expect(drilled).toEqual(['a shop that is well', ...alertNames])
  const empty = dashboard.panels.filter(
    (panel) => !('collapsed' in panel) && !panel.targets?.every(({ expr }) => expr.length > 5),
  )
  expect(empty.map(({ title }) => title)).toEqual([])
  expect(queries.length).toBeGreaterThan(35)
})
