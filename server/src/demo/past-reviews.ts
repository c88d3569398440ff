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
import { createDraw } from './random.ts'

const seed = 20_262
const reviewShare = 0.45

/** The newest reviews still wait for moderation. */
const unmoderatedCount = 2

type Row = typeof reviews.$inferInsert & { rating: number; status: 'pending' | 'published' }

/**
 * Stores reviews from some days after the delivery, in the caller's transaction. The accounts that
 * the login page offers have no reviews, so that a visitor can write a first one.
 */
export async function storeReviews(
  tx: App,
  past: PastRows,
  people: readonly Person[],
): Promise<void> {
  const reviewRows = drawReviews(tx, past, people)
  for (const row of reviewRows.slice(-unmoderatedCount))
    Object.assign(row, { status: 'pending', publishedAt: null, reply: null, repliedAt: null })
  await insertRows(tx, reviews, reviewRows)
  const totalsByProduct = new Map<string, { n: number; stars: number }>()

  for (const row of reviewRows) {
    if (!isShown({ status: row.status, counts: true })) continue

    const { n, stars } = totalsByProduct.get(row.productId) ?? { n: 0, stars: 0 }
    totalsByProduct.set(row.productId, { n: n + 1, stars: stars + row.rating })
  }

  await insertRows(
    tx,
    reviewTotals,
    [...totalsByProduct].map(([productId, sums]) => ({ productId, ...sums })),
  )
}

/** Reviews of some licence holders, one per person and product, oldest first. */
function drawReviews(tx: App, past: PastRows, people: readonly Person[]): Row[] {
  const draw = createDraw(seed)
  const now = tx.clock.now()
  const staff = people.find(({ role }) => role === 'admin')!
  const shownEmails = new Set<string>(demoAccounts.map(({ email }) => email))
  const writersById = new Map(
    people.flatMap((writer) => (shownEmails.has(writer.email) ? [] : [[writer.id, writer]])),
  )
  const reviewed = new Set<string>()
  const nextTextIndexes = new Map<string, number>()
  const reviewRows: Row[] = []

  for (const { userId, productId, status, createdAt } of past.licences) {
    const writer = writersById.get(userId)
    const productAndUser = `${productId} ${userId}`
    if (
      !writer ||
      status === 'revoked' ||
      reviewed.has(productAndUser) ||
      !draw.chance(reviewShare)
    )
      continue

    reviewed.add(productAndUser)

    const writtenAt = secondsAfter(
      createdAt as Date,
      draw.between(1, 9) * 86_400 + draw.between(0, 40_000),
    )

    if (writtenAt > secondsAfter(now, -86_400)) continue

    // Each product starts at a different text, so that its reviews do not repeat one.
    const textIndex = nextTextIndexes.get(productId) ?? reviewRows.length
    nextTextIndexes.set(productId, textIndex + 1)
    const {
      language = 'pt-BR',
      reply = null,
      ...words
    } = demoReviews[textIndex % demoReviews.length]!

    reviewRows.push({
      ...words,
      id: newId(writtenAt.getTime()),
      productId,
      userId,
      authorName: publicName(writer.name),
      language,
      status: 'published',
      createdAt: writtenAt,
      publishedAt: writtenAt,
      reply,
      replyBy: reply ? staff.id : null,
      repliedAt: reply ? new Date(Math.min(writtenAt.getTime() + day, now.getTime())) : null,
      replyTold: reply !== null,
    })
  }

  return reviewRows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}
