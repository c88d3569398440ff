import {
  defaultCurrency,
  lifetimes,
  quantity as limits,
  type Currency,
} from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { and, eq, lt, sql } from 'drizzle-orm'

import { carts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { empty, lockOrMake, putLines, removeLines, touch, type Put } from './cart.change.service.ts'
import {
  linesOfCart,
  lockOpenCart,
  openCartIdOf,
  offersOf,
  readCart,
  type CartLine,
  type Offer,
  type SeenCart,
  type SeenLine,
} from './cart.queries.ts'
import {
  assertInStock,
  assertPerOrder,
  chosenOf,
  isAddable,
  leadingOf,
  lineMeant,
  offerOf,
  requireFitting,
  type Choice,
} from './cart.rules.ts'

export type LockedCart = { id: string; currency: Currency; lines: CartLine[] }

/** What a change of a cart starts from: its lines, and all variants of the products it is about. */
type Standing = { lines: readonly SeenLine[]; offers: readonly Offer[] }

/** Lines whose quantity is set; replace: all others go. */
type Change = { put: readonly Put[]; replace?: boolean | undefined }

/**
 * Add units of a variant, and make the cart at the first one. Refuses what is not on sale, another
 * currency, more than one order may hold (Q116) and more than are left. `replace` empties the cart
 * first, so that it takes any currency (Q53).
 */
export function addItem(
  app: App,
  userId: string,
  { quantity, replace, ...choice }: Choice & { quantity: number; replace?: boolean },
): Promise<SeenCart> {
  return changeCart(app, userId, [choice.productId], ({ lines, offers }) => {
    const kept = replace ? [] : lines
    const offer = requireFitting(chosenOf(offers, choice), kept)
    const line = kept.find((line) => line.variantId === offer.variantId)
    const wanted = (line?.quantity ?? 0) + quantity
    assertInStock(offer, offer, wanted)

    return { put: [putOf(offer, line, wanted)], replace }
  })
}

/**
 * Set how many units are in the cart of a variant, or of a product that stands there once; 0 or less
 * drops it (S157). Throws variant.choose where the product stands there more than once.
 */
export function setItem(app: App, userId: string, id: string, quantity: number): Promise<SeenCart> {
  if (quantity <= 0) return removeItem(app, userId, id, { single: true })
  return changeCart(app, userId, [id], ({ lines, offers }) => {
    const line = lineMeant(lines, id)
    const meant = line?.variantId ?? id
    const offer =
      offers.find((offer) => offer.sellable && offer.variantId === meant) ??
      (line ? undefined : leadingOf(offers, id))
    const known = line ?? requireFitting(offer, lines)
    // Fewer than before is always allowed: it is a step towards what is left.
    if (quantity > (line?.quantity ?? 0)) assertInStock(known, offer, quantity)
    assertPerOrder(known, quantity)

    return { put: [putOf(known, line, quantity)] }
  })
}

/**
 * Remove a variant, or all that is there of a product; single refuses the latter where that is more
 * than one line. Idempotent.
 */
export function removeItem(
  app: App,
  userId: string,
  id: string,
  { single }: { single: boolean } = { single: false },
): Promise<SeenCart> {
  return inTransaction(app, async (tx) => {
    if (single) {
      const [, standing] = await Promise.all([touch(tx, userId), readCart(tx, userId)])
      lineMeant(standing?.lines ?? [], id)
    }

    const [, , seen] = await Promise.all([
      touch(tx, userId),
      removeLines(tx, userId, id),
      readCart(tx, userId),
    ])

    return seen
  })
}

/**
 * Merge a visitor's cart: the larger quantity of each variant wins, so it is idempotent. What cannot
 * be sold or counted is skipped (Q50).
 */
export async function syncItems(
  app: App,
  userId: string,
  given: readonly Given[],
): Promise<SeenCart> {
  const wanted = wantedOf(given)
  const ids = [...new Set(wanted.map(({ productId }) => productId))]
  if (!(await offersOf(app, ids, null)).some(({ sellable }) => sellable))
    return readCart(app, userId)

  return changeCart(app, userId, ids, ({ lines, offers }) => {
    let currency = lines[0]?.currency
    const put = new Map<string, Put>()

    for (const { quantity, ...choice } of wanted) {
      const offer = offerOf(offers, choice)
      if (!offer || !isAddable(offer, currency)) continue

      currency = offer.currency
      const line = lines.find((line) => line.variantId === offer.variantId)
      const has = put.get(offer.variantId)?.quantity ?? line?.quantity ?? 0
      const fitting = Math.min(quantity, offer.max)
      if (fitting > has) put.set(offer.variantId, putOf(offer, line, fitting))
    }

    return { put: [...put.values()] }
  })
}

type Given = { id: string; variantId?: string | undefined; quantity: number }

/** What of a visitor's cart can be counted. */
const wantedOf = (given: readonly Given[]): (Choice & { quantity: number })[] =>
  given.flatMap(({ id, variantId, quantity }) =>
    [id, variantId ?? id].every((one) => uuid.safeParse(one).success) &&
    Number.isFinite(quantity) &&
    quantity >= 1
      ? {
          productId: id.toLowerCase(),
          variantId: variantId?.toLowerCase(),
          quantity: Math.min(limits.max, Math.floor(quantity)),
        }
      : [],
  )

const putOf = (
  { variantId }: Pick<Offer, 'variantId'>,
  line: SeenLine | undefined,
  quantity: number,
): Put => ({ lineId: line?.lineId ?? newId(), variantId, quantity })

/**
 * Lock the open cart of a person, or make it, and change it; answers how it stands then. All that is
 * read travels on one connection behind the lock, so that nobody changes the cart in between.
 */
async function changeCart(
  app: App,
  userId: string,
  ids: readonly string[],
  decide: (standing: Standing) => Change,
): Promise<SeenCart> {
  return inTransaction(app, async (tx) => {
    const [cart, standing, offers] = await Promise.all([
      lockOrMake(tx, userId, 'site'),
      readCart(tx, userId),
      offersOf(tx, ids, openCartIdOf(userId, 'site')),
    ])

    const lines = standing?.lines ?? []
    const change = decide({ lines, offers })

    await Promise.all([
      change.replace ? empty(tx, cart.id) : undefined,
      putLines(tx, cart.id, change.put),
    ])

    return { cart, lines: linesAfter(change, { lines, offers }) }
  })
}

/** The lines of a cart after a change: those that stood keep their place, new ones follow. */
function linesAfter({ put, replace }: Change, { lines, offers }: Standing): SeenLine[] {
  const after = new Map<string, SeenLine>()
  for (const line of replace ? [] : lines) after.set(line.variantId, line)

  for (const { lineId, variantId, quantity } of put) {
    const line = after.get(variantId) ?? offers.find((offer) => offer.variantId === variantId)!
    after.set(variantId, { ...line, lineId, quantity })
  }

  return [...after.values()]
}

/**
 * Make the cart of the chat hold this many of one variant, or of the one that stands for a product,
 * and nothing else; answers its id.
 */
export async function fillChatCart(
  app: App,
  userId: string,
  id: string,
  quantity: number,
): Promise<string> {
  return inTransaction(app, async (tx) => {
    const [cart, offers] = await Promise.all([
      lockOrMake(tx, userId, 'discord'),
      offersOf(tx, [id], null),
    ])

    const named = offers.find((offer) => offer.sellable && offer.variantId === id)
    const offer = requireFitting(named ?? leadingOf(offers, id), [])
    assertPerOrder(offer, quantity)

    await Promise.all([
      empty(tx, cart.id),
      putLines(tx, cart.id, [putOf(offer, undefined, quantity)]),
    ])

    return cart.id
  })
}

/**
 * The open cart of a user, locked until the transaction ends, as a payment prices it; null when it
 * is not theirs or not open.
 */
export async function lockCart(
  tx: App,
  cartId: string,
  userId: string,
): Promise<LockedCart | null> {
  const [cart, lines] = await Promise.all([
    lockOpenCart(tx, cartId, userId),
    linesOfCart(tx, cartId),
  ])

  if (!cart) return null

  return {
    id: cart.id,
    currency: lines[0]?.currency ?? defaultCurrency,
    lines,
  }
}

/** Whether a cart of this user was bought already. */
export async function isBought(tx: App, cartId: string, userId: string): Promise<boolean> {
  const [cart] = await tx.db
    .select({ status: carts.status })
    .from(carts)
    .where(and(eq(carts.id, cartId), eq(carts.userId, userId)))

  return cart?.status === 'completed'
}

/** Store on the cart what was agreed at checkout, for the back office. */
export async function noteCheckout(
  tx: App,
  cartId: string,
  agreed: { couponCode: string | null },
): Promise<void> {
  await tx.db
    .update(carts)
    .set({ ...agreed, termsAccepted: true })
    .where(eq(carts.id, cartId))
}

/**
 * Mark carts with items as abandoned when nobody touched them for a day; the next change reopens
 * them (Q51).
 */
export async function abandonIdleCarts(app: App): Promise<void> {
  const before = secondsAfter(app.clock.now(), -lifetimes.cartIdleHours * 3600)
  await inTransaction(app, (tx) =>
    tx.db
      .update(carts)
      .set({ status: 'abandoned', wasAbandoned: true })
      .where(
        and(
          eq(carts.status, 'active'),
          lt(carts.updatedAt, before),
          sql`exists (select 1 from cart_items i where i.cart_id = ${carts.id})`,
        ),
      ),
  )
}
