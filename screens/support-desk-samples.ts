import { AxeBuilder } from '@axe-core/playwright'
import { adminApi } from '@chaveiro/contracts/admin'
import { expect } from 'vitest'

import { on, type Answer, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// Tickets of the support desk as the shop would answer them.

type Row = Body<typeof adminApi.supportDesk.inbox>['tickets'][number]
export type Full = Body<typeof adminApi.tickets.read>['ticket']
type Message = Full['messages'][number]

/** The logged-in person of every screen. */
export const me = { id: '00000000-0000-4000-8000-00000000000a', name: 'Ana Souza' }
export const dora = { id: ids(31).id, name: 'Dora Equipe' }
export const now = '2026-02-03T19:05:00.000Z'
const order = { id: ids(9).id, number: 'ORD-001226', products: ['Vigia HUD'] }

export const waiting: Row = {
  ...ids(1),
  ticketId: 'TICKET-0042',
  subject: 'Chave não <b>ativa</b>',
  status: 'open',
  source: 'shop',
  customer: 'Bia Prado',
  order,
  preview: 'Diz que já foi usada.',
  lastFrom: 'customer',
  lastAt: '2026-02-03T17:05:00.000Z',
  customerAt: '2026-02-03T17:05:00.000Z',
  unread: true,
  waitingSince: '2026-02-03T17:05:00.000Z',
  assignee: null,
}

const answered: Row = {
  ...waiting,
  ...ids(2),
  ticketId: 'TICKET-0041',
  subject: '',
  source: 'discord',
  customer: 'leolima',
  order: null,
  preview: 'Vou olhar.',
  lastFrom: 'staff',
  customerAt: '2026-02-03T18:25:00.000Z',
  unread: false,
  waitingSince: null,
  assignee: { ...dora, active: true },
}

export const over: Row = {
  ...waiting,
  ...ids(3),
  ticketId: 'TICKET-0040',
  subject: 'Recibo',
  status: 'closed',
  customerAt: '2026-01-31T19:00:00.000Z',
  unread: false,
  waitingSince: null,
  assignee: { id: ids(32).id, name: 'Caio Antigo', active: false },
}

export const inbox = (tickets: Row[], more: object = {}): Answer =>
  on(adminApi.supportDesk.inbox, {
    success: true,
    tickets,
    total: tickets.length,
    pagination: onePage(tickets.length),
    counts: { open: 1012, mine: 3, unassigned: 9, closed: 801 },
    medianResponseSeconds: 250,
    ...more,
  })

const message: Message = {
  id: ids(11).id,
  author: 'Bia Prado',
  authorId: null,
  role: 'user',
  text: 'Diz que já foi usada.',
  createdAt: '2026-02-03T17:05:00.000Z',
  attachments: [],
  channel: 'shop',
  files: [{ id: ids(21).id, url: null, name: 'log.txt', type: 'text/plain', size: 6 }],
  mail: null,
  embeds: [],
}

export const said = (n: number, text: string, more: Partial<Message> = {}): Message => ({
  ...message,
  id: ids(n).id,
  text,
  files: [],
  ...more,
})

export const full: Full = {
  ...ids(1),
  ticketId: 'TICKET-0042',
  userName: 'Bia Prado',
  userDiscordId: '',
  userId: ids(8).id,
  subject: waiting.subject,
  status: 'open',
  messageCount: 3,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-03T17:30:00.000Z',
  firstResponseAt: '2026-02-03T17:09:00.000Z',
  closedAt: null,
  chat: null,
  chatUrl: null,
  source: 'shop',
  order,
  lastFrom: 'customer',

  messages: [
    message,
    said(12, 'Vou olhar.', {
      author: 'Dora Equipe',
      role: 'staff',
      createdAt: '2026-02-03T17:09:00.000Z',
    }),
    said(13, 'Obrigada!', { channel: 'discord', createdAt: '2026-02-03T17:30:00.000Z' }),
  ],

  notes: [
    {
      id: ids(14).id,
      author: 'Dora Equipe',
      text: 'Parece o caso do <i>TICKET-0003</i>.',
      createdAt: '2026-02-03T17:10:00.000Z',
    },
  ],

  assignee: null,
  waitingSince: '2026-02-03T17:30:00.000Z',
  responseSeconds: 240,
  unread: true,
}

export const read = (ticket: Full): Answer =>
  on(adminApi.tickets.read, { success: true, ticket, data: ticket })

export const context = (more: object = {}): Answer =>
  on(adminApi.supportDesk.context, {
    success: true,

    customer: {
      id: ids(8).id,
      name: 'Bia Prado',
      email: 'bia@exemplo.test',
      discordId: '123456789012345678',
      language: 'en-US',
      since: '2025-09-06T12:00:00.000Z',
      orders: 7,
      paid: 1509.27,
      licences: 5,
      banned: true,
      banReason: 'estorno duas vezes',
    },

    tickets: [
      {
        ticketId: 'TICKET-0005',
        subject: 'Nota fiscal',
        status: 'open',
        createdAt: '2026-01-10T12:00:00.000Z',
      },
      {
        ticketId: 'TICKET-0003',
        subject: 'Outra coisa',
        status: 'closed',
        createdAt: '2026-01-09T12:00:00.000Z',
      },
    ],

    order: {
      ...ids(9),
      number: 'ORD-001226',
      status: 'completed',
      total: 49.8,
      currency: 'BRL',
      createdAt: '2026-02-02T12:00:00.000Z',
      lines: [{ name: 'Vigia HUD', quantity: 2 }],
      payment: {
        method: 'pix',
        status: 'refunded',
        amount: 49.8,
        createdAt: '2026-02-02T12:00:00.000Z',
      },
    },

    ...more,
  })

const reply = (n: number, title: string, pt: string, en: string) => ({
  ...ids(n),
  title,
  texts: { 'pt-BR': pt, 'en-US': en },
  updatedAt: '2026-02-01T12:00:00.000Z',
})

const replies: Answer = on(adminApi.supportDesk.replies, {
  success: true,
  replies: [
    reply(41, 'Reembolso', 'Devolvido: {{pedido}}.', ''),
    reply(42, 'Saudação', 'Olá, {{nome}}! Vejo o {{pedido}}.', 'Hi {{nome}}! About {{pedido}}:'),
    reply(43, 'Trocar de computador', 'Abra Minhas licenças.', 'Open My licences.'),
  ],
})

const staff: Answer = on(adminApi.supportDesk.staff, { success: true, staff: [me, dora] })

const seenAnswer = on(adminApi.supportDesk.seen, { success: true })
export const all = [
  inbox([waiting, answered, over]),
  read(full),
  context(),
  replies,
  staff,
  seenAnswer,
]
export const desk = '/admin/tickets?view=inbox'
export const ticketAddress = `${desk}&ticket=TICKET-0042`
export const path = '/api/admin/tickets/TICKET-0042'

export const open = (at: string, first: readonly Answer[] = [], given: Given = {}) =>
  show(at, { as: { role: 'admin' }, ...given, replies: [...first, ...all] })

export const part = (screen: Screen, name: string) =>
  screen.page.getByRole('region', { name, exact: true })

export const expectAxe = async (screen: Screen) =>
  expect(
    (await new AxeBuilder({ page: screen.page }).analyze()).violations.map(({ id }) => id),
  ).toEqual([])
