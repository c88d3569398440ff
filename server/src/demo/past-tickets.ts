import { ticketMessages, tickets } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { demoTickets } from './data/tickets.ts'
import type { Person } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'
import { day } from './purchase-times.ts'
import type { Draw } from './random.ts'

/**
 * Store the demo shop's tickets: one every few days, the open ones of today last, each with its
 * conversation.
 */
export async function storeTickets(tx: App, draw: Draw, people: readonly Person[]): Promise<void> {
  const now = tx.clock.now().getTime()

  const [staff, customers] = [
    people.find((person) => person.role === 'admin')!,
    people.filter((person) => person.role === 'client'),
  ]

  const heads: (typeof tickets.$inferInsert)[] = []
  const said: (typeof ticketMessages.$inferInsert)[] = []

  for (const [i, given] of demoTickets.entries()) {
    const user = customers[(i * 3) % customers.length]!

    const openedAt =
      given.closedAfter === null
        ? now - (demoTickets.length - i) * 3_600_000
        : now - (demoTickets.length - i) * 5 * day - draw.between(0, 10 * 3600) * 1000

    const at = (minutes: number) => new Date(openedAt + minutes * 60_000)
    const userName = user.email.split('@')[0]!
    const discordId = draw.text('123456789', 18)
    const id = newId(openedAt)
    const answered = given.talk.find(([who]) => who === 's')
    const closedAt = given.closedAfter === null ? null : at(given.closedAfter)

    heads.push({
      id,
      userName,
      userDiscordId: discordId,
      userId: user.id,
      subject: given.subject,
      status: closedAt ? 'closed' : 'open',
      createdAt: at(0),
      updatedAt: closedAt ?? at(given.talk.at(-1)![1]),
      firstResponseAt: answered ? at(answered[1]) : null,
      ...marksOf(given, at),
      closedAt,
    })

    const author = {
      c: { author: userName, authorId: discordId, role: 'user' as const },
      s: { author: staff.name, role: 'staff' as const },
      b: { author: 'Chaveiro', role: 'bot' as const },
    }

    said.push(
      ...given.talk.map(([who, minutes, text]) => ({
        ...author[who],
        id: newId(at(minutes).getTime()),
        ticketId: id,
        text,
        createdAt: at(minutes),
      })),
    )
  }

  await insertRows(tx, tickets, heads)
  await insertRows(tx, ticketMessages, said)
}

/** What the desk knows of such a conversation: who spoke last, and how long its customer waited or waits. */
function marksOf(
  { talk, closedAfter }: (typeof demoTickets)[number],
  at: (minutes: number) => Date,
) {
  const minutesOf = (speaker: 'c' | 's') =>
    talk.filter(([who]) => who === speaker).map(([, m]) => m)
  const [asked, answers] = [minutesOf('c'), minutesOf('s')]
  const [lastAsked, lastAnswer] = [asked.at(-1) ?? 0, answers.at(-1) ?? -1]
  const isWaiting = closedAfter === null && lastAsked > lastAnswer

  return {
    firstCustomerAt: at(asked[0] ?? 0),
    customerAt: at(lastAsked),
    responseSeconds: answers.length ? Math.max(0, answers[0]! - (asked[0] ?? 0)) * 60 : null,
    waitingSince: isWaiting ? at(asked.find((minute) => minute > lastAnswer) ?? 0) : null,
    lastFrom: lastAnswer > lastAsked ? ('staff' as const) : ('customer' as const),
    lastAt: at(Math.max(lastAsked, lastAnswer)),
    // Some position of a message of his: nobody has looked yet.
    customerPosition: isWaiting ? 1 : 0,
  }
}
