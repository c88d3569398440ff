import { expect, it } from 'vitest'

import { createRecentRequests } from './recent-requests.ts'

it('counts requests of people in the last five minutes: rate, errors and the five slowest [P531]', () => {
  let now = 0
  const recent = createRecentRequests(() => now)
  expect(recent.read()).toEqual({ perMinute: 0, errors: 0, slowest: [] })
  for (const ms of [100, 300]) recent.add('GET /a', { isError: false, seconds: ms / 1000 })
  recent.add('POST /b', { isError: true, seconds: 2 })
  for (const name of ['c', 'd', 'e', 'f'])
    recent.add(`GET /${name}`, { isError: false, seconds: 0.05 })
  for (const name of ['metrics', 'readyz', 'healthz'])
    recent.add(`GET /${name}`, { isError: true, seconds: 9 })
  recent.add('HEAD /readyz', { isError: true, seconds: 9 })
  recent.add('GET /api/admin/system/figures', { isError: false, seconds: 9 })
  now = 120_000

  expect(recent.read()).toEqual({
    perMinute: 4,
    errors: 1,
    slowest: [
      { call: 'POST /b', count: 1, meanMs: 2000, slowestMs: 2000 },
      { call: 'GET /a', count: 2, meanMs: 200, slowestMs: 300 },
      { call: 'GET /c', count: 1, meanMs: 50, slowestMs: 50 },
      { call: 'GET /d', count: 1, meanMs: 50, slowestMs: 50 },
      { call: 'GET /e', count: 1, meanMs: 50, slowestMs: 50 },
    ],
  })

  now = 300_000
  recent.add('GET /late', { isError: false, seconds: 1 })
  expect(recent.read()).toMatchObject({ perMinute: 1.8, errors: 1 })
  now = 360_000

  expect(recent.read()).toEqual({
    perMinute: 0.2,
    errors: 0,
    slowest: [{ call: 'GET /late', count: 1, meanMs: 1000, slowestMs: 1000 }],
  })
})
