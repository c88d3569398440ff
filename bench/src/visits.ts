import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'

import type { Fleet } from '../../server/src/testing/fleet.ts'

const visits = 100_000
const ticksASecond = 100

/** Processor time of a process in seconds. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond
}

/**
 * Sends the visits of a busy day from three hundred sources, over 50 connections. Returns the
 * processor time and the duration of one visit, and the number of rows that all visits leave.
 */
export async function visitTimes({ app, servers }: Fleet): Promise<{
  processorMs: number
  p50: number
  p99: number
  rows: number
  refused: number
}> {
  const { origin, child } = servers[0]!
  const before = processorOf(child.pid!)

  const { latency, non2xx } = await autocannon({
    url: origin,
    connections: 50,
    amount: visits,
    requests: Array.from({ length: 300 }, (_, n) => ({
      method: 'POST',
      path: '/api/visits',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ step: 'visit', source: `source-${n}` }),
    })),
  })

  const processorMs = ((processorOf(child.pid!) - before) * 1000) / visits
  // The shop writes the counts every ten seconds.
  await new Promise((done) => setTimeout(done, 12_000))
  const { rows } = await app.pool.query<{ n: number }>('select count(*)::int as n from visit_days')

  return { processorMs, p50: latency.p50, p99: latency.p99, rows: rows[0]!.n, refused: non2xx }
}
