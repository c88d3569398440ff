import { adminApi } from '@chaveiro/contracts/admin'

import { on, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

// The payments to review: one payment with every possible warning, and one deposit.

type Item = Body<typeof adminApi.desk.list>['payments'][number]
export type Payment = Body<typeof adminApi.desk.read>['payment']
type Dispute = Item['disputes'][number]
type Infraction = Payment['infractions'][number]

export const row: Item = {
  id: '0123456789abcdef0123456789abcdef',
  _id: '0123456789abcdef0123456789abcdef',
  orderId: 'order-3',
  orderNumber: 'ORD-000017',
  kind: 'partial',
  onDesk: true,
  status: 'pending',
  dispute: null,
  disputes: [],
  withdrawal: null,
  customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
  productName: 'Pincel Pro',
  method: 'pix',
  currency: 'BRL',
  amount: 1234.56,
  received: 1000.11,
  left: 850.05,
  refunding: 0,
  refunded: 0,
  units: 3,
  delivered: 2,
  actions: ['accept', 'confirm', 'refund', 'release', 'note'],
  byHand: false,
  buyer: 'there',
  createdAt: '2024-02-03T17:05:00.000Z',
  updatedAt: '2024-02-04T18:09:00.000Z',
}

export const dispute = (number: number, state: Dispute['state'], more: Partial<Dispute> = {}) => ({
  id: `dispute-${number}`,
  state,
  contested: 300 + number,
  taken: 200 + number,
  reason: null,
  dueAt: null,
  ...more,
})

export const list = (...payments: Item[]) =>
  on(adminApi.desk.list, {
    success: true,
    payments,
    total: payments.length,
    open: 1021,
    unmatched: 13,
  })

export const rows = (more: readonly Partial<Item>[]) =>
  list(...more.map((one, i) => ({ ...row, ...ids(10 + i), ...one })))

export const infraction: Infraction = {
  id: 'infraction-1',
  status: 'ABERTA',
  contested: 401.01,
  reason: 'Solicitação de devolução',
  situation: 'golpe',
  openedAt: '2024-02-05T12:01:00.000Z',
  dueAt: '2024-02-15T12:02:00.000Z',
  defence: null,
  defendedBy: null,
  defenceState: null,
  defenceFailure: null,
  open: true,
}

export const moment = (
  number: number,
  more: Partial<Payment['timeline'][number]>,
): Payment['timeline'][number] => ({
  action: 'payment.created',
  createdAt: `2024-02-03T17:1${number}:00.000Z`,
  performedBy: null,
  source: 'shop',
  details: {},
  ...more,
})

export const payment: Payment = {
  ...row,
  kind: 'disputed',
  status: 'completed',
  dispute: 'open',
  disputes: [
    dispute(1, 'open', { reason: 'product_not_received', dueAt: '2024-02-20T11:30:00.000Z' }),
    dispute(2, 'won'),
  ],
  method: 'stripe',
  refunding: 50.06,
  refunded: 100.02,
  buyer: 'banned',
  remark: null,
  note: 'cliente ligou',

  timeline: [
    moment(0, { action: 'payment.created', source: 'customer' }),
    moment(1, {
      action: 'payment.note',
      source: 'staff',
      performedBy: { id: 'staff-1', name: 'Ana Souza' },
      details: { note: 'vi o extrato' },
    }),
    moment(2, { action: 'payment.failed', source: 'sweep', details: { reason: 'expired' } }),
  ],

  infractions: [
    infraction,
    {
      ...infraction,
      id: 'infraction-2',
      status: 'EM_DEFESA',
      contested: 402.02,
      reason: null,
      situation: 'outro',
      openedAt: '2024-02-06T12:03:00.000Z',
      dueAt: null,
      defence: 'A chave foi entregue.',
      defendedBy: 'Caio Lima',
      defenceState: 'failed',
      defenceFailure: 'texto longo demais',
      open: false,
    },
  ],
}

export const read = (one: Payment) => on(adminApi.desk.read, { success: true, payment: one })
export const deskSetup: Given = { as: { role: 'admin' }, replies: [list(row), read(payment)] }

export const deposit: Body<typeof adminApi.desk.deposits>['deposits'][number] = {
  ...ids(71),
  coin: 'USDT',
  network: 'TRX',
  amount: '12.34567800',
  txId: 'tx-9f8e7d',
  insertedAt: '2024-02-07T15:45:00.000Z',
  near: [
    {
      paymentId: 'a'.repeat(32),
      orderNumber: 'ORD-000021',
      customer: 'Rui Melo',
      amount: '12.400001',
    },
  ],
}

export const deposits = (...all: (typeof deposit)[]) =>
  on(adminApi.desk.deposits, { success: true, deposits: all, total: all.length })

/** Opens one payment to review by its URL. */
export async function opened(given: Given = deskSetup) {
  const screen = await show(`/admin/desk/${row.id}`, given)
  return { screen, casePage: screen.page.getByRole('main') }
}

/** The requests that were sent to the desk, in their order. */
export const sent = ({
  calls,
}: {
  calls: readonly { method: string; path: string; body: unknown }[]
}) =>
  calls.flatMap(({ method, path, body }) =>
    method === 'POST' && path.startsWith('/api/admin/desk')
      ? [[path.replace('/api/admin/desk/', ''), body]]
      : [],
  )
