import { demoAccounts } from '@chaveiro/contracts/demo-accounts'

import { reviews, reviewTotals } from '../db/tables/index.ts'
import { publicName } from '../domains/reviews/reviews.rules.ts'
import { isShown } from '../domains/reviews/totals.service.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { secondsAfter } from '../platform/time/clock.ts'
import { demoReviews } from './data/reviews.ts'
import type { Person } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'
import type { PastRows } from './past-rows.ts'
import { day } from './purchase-times.ts'
import { drawFrom } from './random.ts'

const seed = 20_262
const share = 0.45

/** The newest ones wait for staff to read them. */
const waiting = 2

type Row = typeof reviews.$inferInsert & { rating: number; status: 'pending' | 'published' }

/**
 * Store what customers say of what they bought, days after they got it, in the caller's
 * transaction; the accounts of the login page have said nothing yet.
 */
export async function storeReviews(
  tx: App,
  past: PastRows,
  people: readonly Person[],
): Promise<void> {
  const rows = drawReviews(tx, past, people)
  for (const row of rows.slice(-waiting))
    Object.assign(row, { status: 'pending', publishedAt: null, reply: null, repliedAt: null })
  await insertRows(tx, reviews, rows)
  const totals = new Map<string, { n: number; stars: number }>()

  for (const row of rows) {
    if (!isShown({ status: row.status, counts: true })) continue

    const { n, stars } = totals.get(row.productId) ?? { n: 0, stars: 0 }
    totals.set(row.productId, { n: n + 1, stars: stars + row.rating })
  }

  await insertRows(
    tx,
    reviewTotals,
    [...totals].map(([productId, sums]) => ({ productId, ...sums })),
  )
}

/** Some of those who hold a licence say something of it, once a product; oldest first. */
function drawReviews(tx: App, past: PastRows, people: readonly Person[]): Row[] {
  const draw = drawFrom(seed)
  const now = tx.clock.now()
  const staff = people.find(({ role }) => role === 'admin')!
  const shown = new Set<string>(demoAccounts.map(({ email }) => email))
  const writers = new Map(people.flatMap((one) => (shown.has(one.email) ? [] : [[one.id, one]])))
  const said = new Set<string>()
  const turns = new Map<string, number>()
  const rows: Row[] = []

  for (const { userId, productId, status, createdAt } of past.licences) {
    const writer = writers.get(userId)
    const about = `${productId} ${userId}`
    if (!writer || status === 'revoked' || said.has(about) || !draw.chance(share)) continue

    said.add(about)

    const at = secondsAfter(
      createdAt as Date,
      draw.between(1, 9) * 86_400 + draw.between(0, 40_000),
    )

    if (at > secondsAfter(now, -86_400)) continue

    // Each product goes through what is said from another place on, so that none says a thing twice.
    const turn = turns.get(productId) ?? rows.length
    turns.set(productId, turn + 1)
    const { language = 'pt-BR', reply = null, ...words } = demoReviews[turn % demoReviews.length]!

    rows.push({
      ...words,
      id: newId(at.getTime()),
      productId,
      userId,
      authorName: publicName(writer.name),
      language,
      status: 'published',
      createdAt: at,
      publishedAt: at,
      reply,
      replyBy: reply ? staff.id : null,
      repliedAt: reply ? new Date(Math.min(at.getTime() + day, now.getTime())) : null,
      replyTold: reply !== null,
    })
  }

  return rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}
