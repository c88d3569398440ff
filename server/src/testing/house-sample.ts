import { randomBytes } from 'node:crypto'

import {
  customerNotes,
  savedReplies,
  savedViews,
  sitePages,
  statusAnnouncements,
  ticketFiles,
  ticketMails,
  ticketMessages,
  tickets,
} from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import type { Person } from './make.ts'

// Sample pages, announcements, views, notes and tickets.

export async function sitePage({ db, clock }: App, slug: string): Promise<string> {
  const [id, now] = [newId(), clock.now()]
  const texts = { title: 'Sobre', content: 'Quem somos' }

  await db.insert(sitePages).values({
    id,
    slug,
    texts: { 'pt-BR': texts, 'en-US': texts },
    trees: { 'pt-BR': [], 'en-US': [] },
    isPublished: true,
    createdAt: now,
    updatedAt: now,
  })

  return id
}

export async function announcement({ db, clock }: App): Promise<string> {
  const [id, at] = [newId(), clock.now()]
  const announcementText = { title: 'PIX fora', text: 'Estamos vendo.' }

  await db.insert(statusAnnouncements).values({
    id,
    part: 'pix',
    kind: 'incident',
    texts: { 'pt-BR': announcementText, 'en-US': announcementText },
    startedAt: at,
    createdAt: at,
    updatedAt: at,
  })

  return id
}

export async function savedView({ db, clock }: App, userId: string): Promise<string> {
  const id = newId()

  await db.insert(savedViews).values({
    id,
    userId,
    section: 'orders',
    name: id,
    filters: { status: 'pending' },
    hidden: [],
    createdAt: clock.now(),
  })

  return id
}

/** A closed ticket in the chat, and an open one in the shop with a file and a mail. */
export async function ticketsOf({ db, clock, vault }: App, who: Person) {
  const now = clock.now()
  const [ticketId, openTicketId, ticketFileId, ticketMailId] = [newId(), newId(), newId(), newId()]
  const ticketFields = { userName: who.name, userId: who.userId, createdAt: now, updatedAt: now }

  await db.insert(tickets).values([
    {
      ...ticketFields,
      id: ticketId,
      userDiscordId: String(BigInt(`0x${randomBytes(7).toString('hex')}`) + 10n ** 17n),
      subject: 'Minha chave',
      status: 'closed',
      closedAt: now,
    },
    {
      ...ticketFields,
      id: openTicketId,
      userDiscordId: '',
      subject: 'Meu recibo',
      source: 'shop',
    },
  ])

  await db.insert(ticketFiles).values({
    id: ticketFileId,
    ticketId: openTicketId,
    ownerId: who.userId,
    name: 'recibo.txt',
    type: 'text/plain',
    size: 5,
    bytes: Buffer.from('texto'),
    createdAt: now,
  })

  await db.insert(ticketMessages).values({
    id: ticketMailId,
    ticketId: openTicketId,
    author: who.name,
    role: 'user',
    text: 'Por e-mail.',
    channel: 'mail',
    mailSize: 8,
    createdAt: now,
  })

  const sealed = vault.seal('To: a\r\n', 'ticket_mails', ticketMailId)
  await db.insert(ticketMails).values({ messageId: ticketMailId, sealed })
  const savedReplyId = newId()
  // Deletes the replies of earlier samples, because their number is limited.
  await db.delete(savedReplies)

  await db.insert(savedReplies).values({
    id: savedReplyId,
    title: `Saudação ${savedReplyId}`,
    texts: { 'pt-BR': 'Olá, {{nome}}.', 'en-US': 'Hello, {{nome}}.' },
    createdAt: now,
    updatedAt: now,
  })

  return { ticketId, openTicketId, ticketFileId, ticketMailId, savedReplyId }
}

/** A note of a staff member about a customer. */
export async function noteOf({ db, clock }: App, who: Person, staff: Person): Promise<string> {
  const id = newId()

  await db.insert(customerNotes).values({
    id,
    userId: who.userId,
    authorId: staff.userId,
    author: staff.name,
    text: 'Prefere e-mail.',
    clientId: newId(),
    createdAt: clock.now(),
  })

  return id
}
