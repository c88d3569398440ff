import { ticketMessages, tickets } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { demoTickets } from './data/tickets.ts'
import type { Person } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'
import { day } from './purchase-times.ts'
import type { Draw } from './random.ts'

/**
 * Stores the demo's tickets with their messages: one every few days. The open tickets are a few
 * hours old.
 */
export async function storeTickets(tx: App, draw: Draw, people: readonly Person[]): Promise<void> {
  const now = tx.clock.now().getTime()

  const [staff, customers] = [
    people.find((person) => person.role === 'admin')!,
    people.filter((person) => person.role === 'client'),
  ]

  const ticketRows: (typeof tickets.$inferInsert)[] = []
  const messageRows: (typeof ticketMessages.$inferInsert)[] = []

  for (const [i, demoTicket] of demoTickets.entries()) {
    const customer = customers[(i * 3) % customers.length]!

    const openedAt =
      demoTicket.closedAfter === null
        ? now - (demoTickets.length - i) * 3_600_000
        : now - (demoTickets.length - i) * 5 * day - draw.between(0, 10 * 3600) * 1000

    const instantAfter = (minutes: number) => new Date(openedAt + minutes * 60_000)
    const userName = customer.email.split('@')[0]!
    const discordId = draw.text('123456789', 18)
    const id = newId(openedAt)
    const firstAnswer = demoTicket.talk.find(([speaker]) => speaker === 's')
    const closedAt = demoTicket.closedAfter === null ? null : instantAfter(demoTicket.closedAfter)

    ticketRows.push({
      id,
      userName,
      userDiscordId: discordId,
      userId: customer.id,
      subject: demoTicket.subject,
      status: closedAt ? 'closed' : 'open',
      createdAt: instantAfter(0),
      updatedAt: closedAt ?? instantAfter(demoTicket.talk.at(-1)![1]),
      firstResponseAt: firstAnswer ? instantAfter(firstAnswer[1]) : null,
      ...deskColumns(demoTicket, instantAfter),
      closedAt,
    })

    const authorBySpeaker = {
      c: { author: userName, authorId: discordId, role: 'user' as const },
      s: { author: staff.name, role: 'staff' as const },
      b: { author: 'Chaveiro', role: 'bot' as const },
    }

    messageRows.push(
      ...demoTicket.talk.map(([speaker, minutes, text]) => ({
        ...authorBySpeaker[speaker],
        id: newId(instantAfter(minutes).getTime()),
        ticketId: id,
        text,
        createdAt: instantAfter(minutes),
      })),
    )
  }

  await insertRows(tx, tickets, ticketRows)
  await insertRows(tx, ticketMessages, messageRows)
}

/** Columns of a ticket for the support desk: the last speaker, and how long the customer waited. */
function deskColumns(
  { talk, closedAfter }: (typeof demoTickets)[number],
  instantAfter: (minutes: number) => Date,
) {
  const minutesOfSpeaker = (speaker: 'c' | 's') =>
    talk.filter(([talker]) => talker === speaker).map(([, m]) => m)
  const [questions, answers] = [minutesOfSpeaker('c'), minutesOfSpeaker('s')]
  const [lastQuestion, lastAnswer] = [questions.at(-1) ?? 0, answers.at(-1) ?? -1]
  const isWaiting = closedAfter === null && lastQuestion > lastAnswer

  return {
    firstCustomerAt: instantAfter(questions[0] ?? 0),
    customerAt: instantAfter(lastQuestion),
    responseSeconds: answers.length ? Math.max(0, answers[0]! - (questions[0] ?? 0)) * 60 : null,
    waitingSince: isWaiting
      ? instantAfter(questions.find((minute) => minute > lastAnswer) ?? 0)
      : null,
    lastFrom: lastAnswer > lastQuestion ? ('staff' as const) : ('customer' as const),
    lastAt: instantAfter(Math.max(lastQuestion, lastAnswer)),
    // Any position above 0 marks the ticket as unread for staff.
    customerPosition: isWaiting ? 1 : 0,
  }
}
