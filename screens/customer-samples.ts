import type { adminApi } from '@chaveiro/contracts/admin'

import type { Body } from './answers.ts'
import { ids } from './samples.ts'

export type Customer = Body<typeof adminApi.customers.read>['customer']
const staff = { ...ids(50), name: 'Ana Souza' }

/** A customer with at least one record of every kind. */
export const bia: Customer = {
  ...ids(1),
  name: 'Bia Prado',
  email: 'bia@exemplo.test',
  role: 'client',
  discordId: '123456789012345678',
  discordName: 'bia.p',
  discordProvenAt: '2024-02-05T10:20:00.000Z',
  emailProvenAt: '2024-02-03T17:06:00.000Z',
  language: 'en-US',
  createdAt: '2024-02-03T17:05:00.000Z',
  lastLoginAt: '2024-02-04T18:09:00.000Z',
  isBanned: false,
  banReason: null,
  bannedAt: null,
  twoFactor: true,
  namesKeptUntil: 2031,

  figures: {
    paidOrders: 1017,
    spent: 9876.54,
    activeLicenses: 26,
    lastOrderAt: '2024-03-01T12:34:00.000Z',
  },

  orders: {
    total: 12,

    rows: [
      {
        ...ids(2),
        orderNumber: 'ORD-000017',
        status: 'completed',
        products: ['Pincel Pro · 30 dias', 'Tela Mini'],
        totalAmount: 1234.56,
        currency: 'BRL',
        test: true,
        refundedAmount: 51.5,
        dispute: 'lost',
        createdAt: '2024-03-01T12:34:00.000Z',
      },
    ],
  },

  payments: {
    total: 1,
    rows: [
      {
        ...ids(3),
        orderNumber: 'ORD-000017',
        method: 'pix',
        status: 'refunded',
        attention: 'late',
        amount: 1230,
        currency: 'BRL',
        createdAt: '2024-03-01T12:35:00.000Z',
      },
    ],
  },

  licenses: {
    total: 2,

    rows: [
      {
        ...ids(4),
        productName: 'Pincel Pro',
        maskedKey: '••••1234',
        status: 'active',
        expirationDate: '2025-02-05T12:00:00.000Z',
        createdAt: '2024-03-01T12:36:00.000Z',
      },
      {
        ...ids(5),
        productName: 'Tela Mini',
        maskedKey: '••••9876',
        status: 'revoked',
        expirationDate: null,
        createdAt: '2024-03-01T12:36:00.000Z',
      },
    ],
  },

  sessions: {
    total: 11,

    rows: [
      {
        ...ids(6),
        device: 'Firefox em Linux',
        ip: '203.0.113.7',
        lastIp: '203.0.113.9',
        createdAt: '2024-02-11T15:41:00.000Z',
        lastSeenAt: '2024-02-12T16:43:00.000Z',
        open: true,
      },
      {
        ...ids(7),
        device: null,
        ip: null,
        lastIp: null,
        createdAt: '2024-02-10T15:41:00.000Z',
        lastSeenAt: '2024-02-10T15:41:00.000Z',
        open: false,
      },
    ],
  },

  tickets: {
    total: 1,
    rows: [
      {
        ...ids(8),
        ticketId: 'TICKET-0042',
        subject: 'Não ativa',
        status: 'open',
        createdAt: '2024-02-20T15:41:00.000Z',
        lastAt: '2024-02-21T15:42:00.000Z',
      },
    ],
  },

  reviews: {
    total: 1,
    rows: [
      {
        ...ids(9),
        productName: 'Pincel Pro',
        rating: 4,
        body: 'Muito bom.',
        status: 'published',
        createdAt: '2024-02-22T15:42:00.000Z',
      },
    ],
  },

  coupons: {
    total: 1,
    rows: [
      {
        ...ids(10),
        code: 'VERAO',
        orderId: ids(2).id,
        orderNumber: 'ORD-000017',
        discount: 15.55,
        currency: 'BRL',
        createdAt: '2024-03-01T12:33:00.000Z',
      },
    ],
  },

  consents: {
    total: 2,

    rows: [
      {
        ...ids(11),
        kind: 'terms',
        version: 'a1b2c3d4e5f6a7b8c9d0',
        channel: 'site',
        ip: '203.0.113.7',
        language: 'pt-BR',
        orderNumber: 'ORD-000017',
        createdAt: '2024-03-01T12:33:00.000Z',
      },
      {
        ...ids(12),
        kind: 'terms',
        version: 'ffb2c3d4e5f6a7b8c9d0',
        channel: 'registration',
        ip: null,
        language: 'en-US',
        orderNumber: null,
        createdAt: '2024-02-03T17:05:00.000Z',
      },
    ],
  },

  bans: [
    {
      ...ids(13),
      action: 'user.banned',
      details: { reason: 'Estornou tudo.' },
      createdAt: '2024-02-15T15:42:00.000Z',
      ip: '198.51.100.4',
      performedBy: staff,
    },
  ],

  history: [
    {
      ...ids(14),
      action: 'two_factor.reset',
      details: {},
      createdAt: '2024-02-17T15:42:00.000Z',
      ip: null,
      performedBy: null,
    },
    {
      ...ids(15),
      action: 'user.strange',
      details: null,
      createdAt: '2024-02-16T15:42:00.000Z',
      ip: null,
      performedBy: staff,
    },
  ],

  notes: [
    {
      ...ids(16),
      text: 'Prefere e-mail.\nLigou duas vezes.',
      author: 'Ana Souza',
      own: true,
      createdAt: '2024-02-23T15:42:00.000Z',
    },
    {
      ...ids(17),
      text: 'Pediu desconto.',
      author: 'Leo Lima',
      own: false,
      createdAt: '2024-02-22T15:42:00.000Z',
    },
  ],
}

const empty = { total: 0, rows: [] }

/** A customer who has just registered and is banned. */
export const leo: Customer = {
  ...bia,
  ...ids(30),
  name: 'Leo Lima',
  email: 'leo@exemplo.test',
  discordId: null,
  discordName: null,
  discordProvenAt: null,
  emailProvenAt: null,
  lastLoginAt: null,
  isBanned: true,
  banReason: 'Vendeu a chave.',
  bannedAt: '2024-02-10T13:37:00.000Z',
  twoFactor: false,
  figures: { paidOrders: 0, spent: 0, activeLicenses: 0, lastOrderAt: null },
  orders: empty,
  payments: empty,
  licenses: empty,
  sessions: empty,
  tickets: empty,
  reviews: empty,
  coupons: empty,
  consents: empty,
  bans: [],
  history: [],
  notes: [],
}
