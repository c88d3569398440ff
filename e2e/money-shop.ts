import type { DeskAction, DeskKind, PaymentStatus } from '@chaveiro/contracts/states'
import { fileURLToPath } from 'node:url'

// The server's test shop in a browser test that moves the shop's clock. Server and sandbox are
// compiled without the browser's types, so this type names only the parts in use. The module is
// imported by its path.

export type MoneyServer = {
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
  make(server: MoneyServer): Promise<string>
  kind: DeskKind | null
  state: 'open' | 'done' | 'off'
  status: PaymentStatus
  delivered: number
  units: number
  actions: readonly DeskAction[]
}

export type Member = { userId: string; name: string; email: string; token: string }

/**
 * A paid and delivered sale. `contest` makes the payer's bank dispute the payment, and waits until
 * the shop has received it.
 */
export type Sale = {
  id: string
  order: string
  contest(body: object): Promise<any>
  /** The buyer with a session that is valid at the shop's current time. */
  again(): Promise<Member>
}

const load = (path: string): Promise<any> =>
  import(fileURLToPath(new URL(`../server/src/${path}`, import.meta.url)))

type Method = 'pix' | 'card'

/**
 * Opens a shop with a sandbox on a new database. Returns it with the cases of the money matrix and
 * with functions that create people and sales.
 */
export async function openMoneyShop(): Promise<{
  server: MoneyServer
  matrix: readonly Cell[]
  admin(): Promise<Member>
  sale(method: Method, buyer: string, product: string, cents: number): Promise<Sale>
  close(): Promise<void>
}> {
  const { default: openDatabases } = await load('testing/global-setup.ts')
  const closeDatabases: () => Promise<void> = await openDatabases()

  const [{ openTestShop }, { matrix }, { person, product }, shop] = [
    await load('testing/test-shop.ts'),
    await load('testing/money-matrix.ts'),
    await load('testing/make.ts'),
    await load('testing/shop.ts'),
  ]

  const { settle } = await load('domains/payments/settlement/settle.service.ts')
  const server: MoneyServer = await openTestShop({ sandbox: true })

  return {
    server,
    matrix,
    admin: () => person(server.app, { name: 'Dora Equipe', role: 'admin' }),

    async sale(method, name, productName, priceCents) {
      const buyer: Member = await person(server.app, { name })

      const { id: productId } = await product(server.app, {
        name: productName,
        keys: 1,
        priceCents,
      })

      const cartId = await shop.fill(server, buyer, productId)
      const start = method === 'pix' ? shop.startPix : shop.startCard
      const { body } = await start(server, buyer, cartId)
      const id: string = body.paymentId
      const { providerReference } = await shop.paymentRow(server, id)
      await (method === 'pix' ? shop.payPix : shop.payCard)(server, providerReference)
      await settle(server.app, id, 'webhook')

      return {
        id,
        order: await orderNumber(server, id),
        async again() {
          await shop.send(server, 'GET /api/users/orders', { as: buyer })
          return buyer
        },
        async contest(told) {
          const answer = await contestAtBank(server, method, providerReference, told)
          await settle(server.app, id, 'webhook')
          await server.drain()

          return answer
        },
      }
    },

    async close() {
      await server.close()
      await closeDatabases()
    },
  }
}

async function orderNumber(server: MoneyServer, paymentId: string): Promise<string> {
  const { rows } = await server.app.pool.query(
    'select o.number from payments p join orders o on o.id = p.order_id where p.id = $1',
    [paymentId],
  )
  return rows[0].number
}

/**
 * The payer's bank disputes a payment at the provider; resolves when the shop has received the
 * dispute.
 */
async function contestAtBank(
  server: MoneyServer,
  method: Method,
  reference: string,
  told: object,
): Promise<any> {
  // The sandbox completes refunds at once, without the usual delay.
  await server.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })
  const act = method === 'pix' ? 'infraction' : 'dispute'

  const answer = await server.sandbox!.call(
    'POST',
    `/sandbox/api/${method}/${reference}/${act}`,
    told,
  )

  // The shop polls PIX infractions once an hour; a card's dispute arrives by webhook.
  if (method === 'pix') {
    const { pollInfractions } = await load('domains/payments/disputes/infractions.service.ts')
    await server.advance(3601)
    await pollInfractions(server.app)
  }

  return answer
}
