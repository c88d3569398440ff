import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { providerChecks } from '../../../db/tables/index.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { pay, type Case, type Method } from '../../../testing/money-matrix.ts'
import {
  eventually,
  expectSound,
  fill,
  paymentRow,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { pollInfractions } from '../disputes/infractions.service.ts'
import { settle } from './settle.service.ts'

// Money of a used KeyAuth licence is lost and returned: the user of the licence must lose and
// regain access.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const starts = { pix: startPix, stripe: startCard, crypto: startCrypto }

const sandbox = (path: string, body: object) =>
  testShop.sandbox!.call('POST', `/sandbox/api/${path}`, body)

/** A paid, minted and activated licence, used by its key or under a user name. */
async function used(method: Method, user?: string): Promise<Case & { user: string }> {
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { provider: 'keyauth', priceCents: 10_000 })
  const { body } = await starts[method](testShop, who, await fill(testShop, who, productId))

  const one = {
    who,
    productId,
    id: String(body.paymentId),
    txid: String(body.txid),
    coins: Number(body.cryptoAmount),
  }

  await pay(testShop, method, one)
  let key = ''

  await eventually(testShop, async () => {
    const [owned] = (await send(testShop, 'GET /api/users/products', { as: who })).body.products
    expect(owned.status).toBe('active')
    key = owned.licenseKey
  })

  await sandbox('keyauth/activate', { key, ...(user ? { user } : {}) })
  expect(await loginOf(user ?? key)).toBe('in')

  return { ...one, user: user ?? key }
}

const loginOf = (user: string): Promise<string> =>
  sandbox('keyauth/login', { user }).then(
    () => 'in',
    (error: Error) => /: (\d{3}) /.exec(error.message)?.[1] ?? error.message,
  )

/** Checks the payment, and waits until the loader admits or refuses the user. */
async function logsIn(one: { id: string; user: string }, expected: 'in' | '403') {
  await testShop.app.db.delete(providerChecks)
  await pollInfractions(testShop.app)

  await eventually(testShop, async () => {
    await settle(testShop.app, one.id, 'sweep')
    await testShop.drain()
    expect(await loginOf(one.user)).toBe(expected)
  })
}

describe('the user of a KeyAuth licence', () => {
  for (const user of [undefined, 'carla'])
    it(`paid by card, ${user ? 'under a user name' : 'by the key'}: refused, then admitted again [F101, F106]`, async () => {
      const one = await used('stripe', user)
      const session = (await paymentRow(testShop, one.id)).providerReference!

      for (const [status, login] of [
        ['created', '403'],
        ['lost', '403'],
        ['appealed', '403'],
        ['won', 'in'],
      ] as const) {
        await sandbox(`card/${session}/dispute`, { status })
        await logsIn(one, login)
      }

      await expectSound(testShop)
    })

  it('paid by PIX: refused while fraud is open or accepted, admitted when the bank rejects it [F101, F104]', async () => {
    const one = await used('pix')

    for (const [status, login] of [
      ['ABERTA', '403'],
      ['REJEITADA', 'in'],
      ['ABERTA', '403'],
      ['ACEITA', '403'],
    ] as const) {
      await sandbox(`pix/${one.txid}/infraction`, { status })
      await logsIn(one, login)
    }

    await eventually(testShop, async () => {
      await settle(testShop.app, one.id, 'sweep')
      expect((await paymentRow(testShop, one.id)).status).toBe('refunded')
    })

    await expectSound(testShop)
  })

  it('paid by coins, which cannot be disputed: admitted until staff return them [F101]', async () => {
    const one = await used('crypto', 'bento')
    await logsIn(one, 'in')

    const { status } = await send(testShop, `POST /api/admin/desk/payments/${one.id}/refund`, {
      as: staff,
      body: { reason: 'Arrependimento', reference: `TX ${one.id}` },
    })

    expect(status).toBe(200)
    await logsIn(one, '403')
    await expectSound(testShop)
  })
})
