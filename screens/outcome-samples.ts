import type { api } from '@chaveiro/contracts'

import type { Body } from './answers.ts'
import type { Given } from './show.ts'

// The status of a paid order, for the pages where a payment ends.

export type Status = Body<typeof api.payments.status>

export const stranger: Status = {
  success: true,
  status: 'completed',

  payment: {
    paymentId: 'pay-1',
    cartId: 'cart-9',
    customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
    currency: 'BRL',
    amount: 1234.56,
    originalAmount: 1269.9,
    discount: { applied: true, cupomCode: 'VERAO', amount: 35.34 },
    productName: 'Pincel Pro',
    paymentMethod: 'pix',
    origin: 'site',
    discordMessageId: null,
    discordChannelId: null,
    createdAt: '2026-02-03T17:05:00.000Z',
    expiresAt: '2026-02-03T17:35:00.000Z',
    reason: null,
    held: false,
    received: null,
  },

  cartItems: [
    { product: { name: 'Pincel Pro', price: 416.7, image: null }, quantity: 3 },
    { product: { name: 'Lápis Mini', price: 9.9, image: null }, quantity: 2 },
  ],
}

export type Unit = NonNullable<Status['owner']>['units'][number]

export const unit = (
  productName: string,
  status: Unit['status'],
  rest: Partial<Unit> = {},
): Unit => ({
  productName,
  variantId: productName,
  status,
  licenseId: null,
  licenseKey: null,
  expirationDate: null,
  ...rest,
})

export const units = [
  unit('Pincel Pro', 'active', {
    licenseKey: 'AAAA-BBBB-1111',
    expirationDate: '2027-03-05T12:00:00.000Z',
  }),
  unit('Pincel Solto', 'active', { licenseKey: 'CCCC-DDDD-2222' }),
  unit('Pincel Velho', 'expired', {
    licenseKey: 'EEEE-FFFF-3333',
    expirationDate: '2026-02-01T12:00:00.000Z',
  }),
  unit('Lápis Mini', 'suspended'),
  unit('Tinta Azul', 'pending'),
]

export const ownStatus: Status = {
  ...stranger,
  owner: {
    orderId: 'order-5',
    orderNumber: 'ORD-000017',
    units,
    pix: null,
    crypto: null,
    card: null,
    replacedBy: null,
  },
}

export const withUnits = (some: Unit[]): Status => ({
  ...ownStatus,
  owner: { ...ownStatus.owner!, units: some },
})

export const client: Given = { as: { role: 'client' }, now: '2026-02-03T17:20:00.000Z' }
