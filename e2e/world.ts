import { fileURLToPath } from 'node:url'
import type { DeskAction, DeskKind, PaymentStatus } from '@chaveiro/contracts/states'

// The server's test world in a browser test, whose clock a test moves. The server and its sandbox
// are compiled without the browser's types, so only what is used here is named; the file itself
// comes by its address.

export type World = {
  origin: string
  app: { pool: { query(text: string, values?: unknown[]): Promise<{ rows: any[] }> } }
  advance(seconds: number): Promise<void>
  drain(): Promise<void>
  sandbox: { call(method: string, path: string, body?: unknown): Promise<any> } | null
  close(): Promise<void>
}
export type Cell = {
  event: string
  method: string
  stock: boolean
  make(world: World): Promise<string>
  kind: DeskKind | null
  state: 'open' | 'done' | 'off'
  status: PaymentStatus
  delivered: number
  units: number
  actions: readonly DeskAction[]
}
export type Member = { userId: string; name: string; email: string; token: string }
/**
 * A paid and delivered sale; contest is what the payer's bank says to the provider, and the shop
 * hears of it.
 */
export type Sale = {
  id: string
  order: string
  contest(body: object): Promise<any>
  /** Its buyer with a session that is good at the time of the shop. */
  again(): Promise<Member>
}

const load = (path: string): Promise<any> =>
  import(fileURLToPath(new URL(`../server/src/${path}`, import.meta.url)))

/**
 * A shop with sandbox on a database of its own, the money matrix, and how to make people and sales
 * in it.
 */
export async function openMoneyWorld(): Promise<{
  world: World
  matrix: readonly Cell[]
  admin(): Promise<Member>
  sale(method: 'pix' | 'card', buyer: string, product: string, cents: number): Promise<Sale>
  close(): Promise<void>
}> {
  const { default: openDatabases } = await load('testing/global-setup.ts')
  const closeDatabases: () => Promise<void> = await openDatabases()
  const [{ openWorld }, { matrix }, { person, product }, shop] = [
    await load('testing/world.ts'),
    await load('testing/money-matrix.ts'),
    await load('testing/make.ts'),
    await load('testing/shop.ts'),
  ]
  const { settle } = await load('domains/payments/settlement/settle.service.ts')
  const { pollInfractions } = await load('domains/payments/disputes/infractions.service.ts')
  const world: World = await openWorld({ sandbox: true })
  return {
    world,
    matrix,
    admin: () => person(world.app, { name: 'Dora Equipe', role: 'admin' }),
    async sale(method, name, productName, priceCents) {
      const buyer: Member = await person(world.app, { name })
      const { id: productId } = await product(world.app, { name: productName, keys: 1, priceCents })
      const cartId = await shop.fill(world, buyer, productId)
      const { body } = await (method === 'pix' ? shop.startPix : shop.startCard)(
        world,
        buyer,
        cartId,
      )
      const id: string = body.paymentId
      const { providerReference } = await shop.paymentRow(world, id)
      await (method === 'pix' ? shop.payPix : shop.payCard)(world, providerReference)
      await settle(world.app, id, 'webhook')
      const {
        rows: [paid],
      } = await world.app.pool.query(
        'select o.number from payments p join orders o on o.id = p.order_id where p.id = $1',
        [id],
      )
      return {
        id,
        order: paid.number,
        async again() {
          await shop.send(world, buyer, 'GET', '/api/users/orders')
          return buyer
        },
        async contest(told) {
          const act = method === 'pix' ? 'infraction' : 'dispute'
          const path = `/sandbox/api/${method}/${providerReference}/${act}`
          // What a bank takes back is gone at once.
          await world.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })
          const answer = await world.sandbox!.call('POST', path, told)
          // Reports about a PIX are asked for once an hour, a card's disputes are told.
          if (method === 'pix') {
            await world.advance(3601)
            await pollInfractions(world.app)
          }
          await settle(world.app, id, 'webhook')
          await world.drain()
          return answer
        },
      }
    },
    async close() {
      await world.close()
      await closeDatabases()
    },
  }
}
