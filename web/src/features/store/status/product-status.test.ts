import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'

import { productStatus } from './product-status.ts'

afterEach(() => {
  focusManager.setFocused(undefined)
})

it('the status is polled every 60 s, and at once when a hidden tab becomes visible [S095]', async () => {
  const client = new QueryClient()
  client.mount()
  let asked = 0

  const watched = new QueryObserver(client, {
    ...productStatus,
    queryFn: () => {
      asked++
      return []
    },
  })

  const stop = watched.subscribe(() => undefined)
  await expect.poll(() => watched.getCurrentResult().fetchStatus).toBe('idle')
  expect(asked).toBe(1)
  focusManager.setFocused(false)
  expect(asked).toBe(1)
  focusManager.setFocused(true)
  await expect.poll(() => asked).toBe(2)
  expect(watched.options.refetchInterval).toBe(60_000)
  stop()
  client.clear()
  client.unmount()
})
