import { limits, needsAt, type Needs } from './model/model.rules.ts'

// npm run bench -- --model: calculates the tables of docs/scale.md from the costs of an order.

const rates = [10, 1_000, 100_000]

const three = (n: number) =>
  n.toLocaleString('en-US', { maximumSignificantDigits: n < 1000 ? 2 : 3, useGrouping: true })

const whole = (n: number) => Math.round(n).toLocaleString('en-US')

function bytes(n: number): string {
  const steps = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, n)) / 3))

  return `${three(n / 1000 ** step)} ${steps[step]}`
}

const rows: [string, (needs: Needs) => string][] = [
  ['orders a second', ({ second }) => three(second)],
  ['orders a day', ({ day }) => whole(day)],
  ['pages a second', ({ pages }) => three(pages)],
  ['processors of the shop, busy', ({ server }) => three(server)],
  ['web processes', ({ web }) => whole(web)],
  ['further workers, for receipts', ({ workers }) => whole(workers)],
  ['processors of PostgreSQL, busy', ({ database }) => three(database)],
  ['processors that its machine should have', ({ databaseMachine }) => whole(databaseMachine)],
  ['connections in use at a moment', ({ held }) => three(held)],
  ['connections that the processes may open', ({ connections }) => whole(connections)],
  ['sessions of PostgreSQL past a pooler', ({ sessions }) => whole(sessions)],
  ['WAL a second', ({ walASecond }) => bytes(walASecond)],
  ['WAL a day (what an archive keeps)', ({ walADay }) => bytes(walADay)],
  ['database, more each month', ({ diskAMonth }) => bytes(diskAMonth)],
  ['database, more each year', ({ diskAYear }) => bytes(diskAYear)],
  ['calls to the bank a second (PIX)', ({ pixCalls }) => three(pixCalls)],
  ['receipts a second', ({ second }) => three(second)],
  ['pages, bytes a second', ({ pageBytes }) => bytes(pageBytes)],
]

const needs = rates.map(needsAt)
console.log(`| orders in the busiest minute | ${rates.map(whole).join(' | ')} |`)
console.log(`|---|${rates.map(() => '---|').join('')}`)
for (const [what, shown] of rows) console.log(`| ${what} | ${needs.map(shown).join(' | ')} |`)
console.log('\n| what ends | at orders a minute | what to do then |\n|---|---|---|')

for (const [what, ordersAMinute, todo] of limits())
  console.log(`| ${what} | ${whole(ordersAMinute)} | ${todo} |`)
