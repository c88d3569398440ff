import { api } from '@chaveiro/contracts'

import { on, type Body } from './answers.ts'
import { ids } from './samples.ts'

// Lines of a cart: one without a limit, one at the limit of an order, and one above the stock.

type Cart = Body<typeof api.cart.read>
export type Line = Cart['items'][number]

/** A cart line with its quantity, the units in stock, and the limit of units per order. */
const line = (
  number: number,
  name: string,
  price: number,
  [quantity, max, maxPerOrder]: [number, number, number],
): Line => ({
  lineId: ids(number + 500).id,
  variant: { ...ids(number), name: '' },
  compareAtPrice: null,

  product: {
    ...ids(number),
    slug: `produto-${number}`,
    name,
    price,
    currency: 'BRL',
    image: null,
    color: '#3b82f6',
    delivery: 'at_once',
    maxPerOrder,
  },

  quantity,
  max,
})

const offSale = (one: Line): Line => ({ ...one, product: { ...one.product, onSale: false } })

export const items = [
  line(1, 'Pincel Pro', 416.7, [3, 6, 6]),
  line(2, 'Lápis Mini', 19.9, [2, 2, 2]),
  line(3, 'Tinta Azul', 7.05, [5, 4, 9]),
  offSale(line(4, 'Giz', 3.33, [1, 0, 8])),
  line(5, 'Tela', 11.25, [1, 1, 7]),
]

export const cart = (lines: Line[]) =>
  on(api.cart.read, {
    success: true,
    cart: { ...ids(90), items: lines, currency: lines[0]?.product.currency ?? 'BRL', total: 0 },
    ...ids(90),
    items: lines,
  })
