import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { adminServing, serving } from '@chaveiro/contracts/serving'
import { describe, expect, it } from 'vitest'

import { headersFor } from '../../http/headers.ts'
import type { App } from '../app.ts'
import { worthOf } from './serving.ts'

const headersOf = headersFor({
  config: { secureCookies: true },
  providers: { captcha: { name: 'altcha' } },
} as App)

const callsOf = (contracts: Record<string, Record<string, AnyRoute>>, named: object) =>
  Object.entries(contracts).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, route]) => ({
      name: `${area}.${name}`,
      route,
      isNamed: `${area}.${name}` in named,
    })),
  )

const calls = [...callsOf(api, serving), ...callsOf(adminApi, adminServing)]
const unnamed = calls.filter(({ isNamed }) => !isNamed)

const addressOf = ({ path }: AnyRoute) => path.replaceAll(/:\w+/g, 'x')

describe('a call without fields of its own', () => {
  it('is shed first when it is a file, last when it is a staff call, else in the middle', () => {
    const worth = (route: AnyRoute) => {
      if (route.file) return 'first'
      return route.access === 'staff' ? 'last' : 'middle'
    }

    expect(unnamed.filter(({ route }) => route.access === 'public').length).toBeGreaterThan(10)
    for (const { name, route } of unnamed)
      expect([name, worthOf(route)]).toEqual([name, worth(route)])
  })

  it('is not stored, not framed and not embedded by other origins', () => {
    for (const { name, route } of unnamed)
      expect([name, headersOf(addressOf(route))]).toEqual([
        name,
        expect.objectContaining({
          'cache-control': 'no-store',
          'content-security-policy': "frame-ancestors 'none'",
          'x-frame-options': 'DENY',
          'cross-origin-resource-policy': 'same-origin',
        }),
      ])
  })
})

it('only the picture of a PIX code may be embedded anywhere', () => {
  const embedded = calls.filter(
    ({ route }) => headersOf(addressOf(route))['cross-origin-resource-policy'] === 'cross-origin',
  )

  expect(embedded.map(({ name }) => name)).toEqual(['payments.pixImage'])
})
