import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'

import { openBench, sleep } from '../testing/bench.ts'

it('closes at once with a held call and a store that never answers', async () => {
  const bench = await openBench()
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  await bench.control('POST', '/store', {
    origins: [`http://127.0.0.1:${(silent.address() as AddressInfo).port}`],
  })

  const line = {
    quantity: 1,
    price_data: { currency: 'brl', unit_amount: 1990, product_data: { name: 'X' } },
  }

  const { id } = await bench.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [line],
    success_url: 'http://localhost/x',
  })

  await bench.stripe.checkout.sessions.expire(id)
  await bench.control('POST', '/faults', [{ provider: 'stripe', do: 'timeout' }])
  const held = bench.stripe.checkout.sessions.retrieve(id).catch((error: Error) => error)
  await sleep(100)
  const started = Date.now()
  const { webhooks } = await bench.control('GET', '/webhooks')
  expect(webhooks).toMatchObject([{ type: 'checkout.session.expired', status: 'waiting' }])
  await bench.close()
  expect(Date.now() - started).toBeLessThan(1500)
  expect(await held).toBeInstanceOf(Error)
  silent.close()
})
