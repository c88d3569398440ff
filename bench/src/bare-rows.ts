import type { App } from '../../server/src/platform/app.ts'
import { newId } from '../../server/src/platform/secrets/ids.ts'

// Code shared by the hand-written transactions, which are the baseline for our services.

export type Client = { query(text: string, values?: unknown[]): Promise<{ rows: any[] }> }

export async function inBareTransaction(
  { pool }: Pick<App, 'pool'>,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The only row that a statement returns. */
export const rowOf = async (client: Client, text: string, values: unknown[]): Promise<any> =>
  (await client.query(text, values)).rows[0]

type Sold = {
  unitId: string
  orderId: string
  userId: string
  product: { id: string; name: string; cents: number }
  /** The stock_keys row of the sold key. */
  key: any
  buyer: { name: string; email: string }
}

/** Inserts the licence of a delivered unit. */
export async function insertLicence(client: Client, sold: Sold): Promise<void> {
  const { unitId, orderId, userId, product, key, buyer } = sold
  await client.query(
    `insert into licences (id, unit_id, order_id, user_id, product_id, variant_id, product_name, stock_key_id,
      key_cipher, key_index, last4, price_cents, currency, customer_name, customer_email,
      created_at) values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, 'BRL', $12, $13, now())`,
    [
      newId(),
      unitId,
      orderId,
      userId,
      product.id,
      product.name,
      key.id,
      key.key_cipher,
      key.key_index,
      key.last4,
      product.cents,
      buyer.name,
      buyer.email,
    ],
  )
}
