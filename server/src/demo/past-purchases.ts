import { demoAccounts } from '@chaveiro/contracts/demo-accounts'
import { type Currency } from '@chaveiro/contracts/limits'
import { payMethods, type PayMethod } from '@chaveiro/contracts/payment-methods'

import { couponStatus, hasUsesLeft, couponRefusal } from '../domains/coupons/coupons.rules.ts'
import type { ShelfCoupon, ShelfProduct } from './demo-catalogue.ts'
import type { Person } from './demo-people.ts'
import { day, storeInstant } from './purchase-times.ts'
import type { Draw } from './random.ts'

/**
 * How a purchase ended. `late`: paid after it expired; `partial`: paid too little, and staff must
 * review it; `retried`: the first payment failed.
 */
export type Outcome =
  | 'paid'
  | 'retried'
  | 'late'
  | 'expired'
  | 'declined'
  | 'cancelled'
  | 'partial'
  | 'refunded'

type PurchaseLine = { product: ShelfProduct; quantity: number }

export type PastPurchase = {
  buyer: Person
  at: Date
  lines: PurchaseLine[]
  currency: Currency
  method: PayMethod
  outcome: Outcome
  couponCode: string | null
  /** Whether units that do not come from stock still wait for delivery. */
  waits: boolean
  /** Whether staff revoked its licences afterwards. */
  revoked: boolean
}

/** For products that are not sold today: the days since their last sale. */
const daysSinceLastSale: Record<string, number> = {
  mares: 48,
  sonorama: 11,
  sertao: 2,
  arrebol: 35,
}
const paidOutcomes: ReadonlySet<Outcome> = new Set(['paid', 'retried', 'late', 'refunded'])

/** Whether the purchase was paid, even if it was refunded later. */
export const isPaid = (purchase: Pick<PastPurchase, 'outcome'>): boolean =>
  paidOutcomes.has(purchase.outcome)

/** Buyers and products, and the present, at which simulated purchases end. */
export type Market = {
  now: Date
  people: readonly Person[]
  shelf: readonly ShelfProduct[]
}

/** Purchases of the last ninety days, before coupons are applied. */
export function drawPurchases(
  draw: Draw,
  { now, people, shelf }: Market,
  instants: readonly Date[],
): PastPurchase[] {
  const shownEmails = new Set<string>(demoAccounts.map((account) => account.email))
  // A few customers return often, most of them rarely.
  const weightedBuyers = people
    .filter((person) => !shownEmails.has(person.email))
    .map((person, i) => [person, 10 / (i + 4)] as const)

  return instants.map((at) => {
    const lines = drawLines(draw, at, now, shelf)
    const currency = lines[0]!.product.currency ?? 'BRL'

    const method = draw.weighted<PayMethod>(
      currency === 'USD'
        ? [
            [payMethods.card, 6],
            ['crypto', 4],
          ]
        : [
            ['pix', 66],
            [payMethods.card, 25],
            ['crypto', 9],
          ],
    )

    return {
      buyer: draw.weighted(weightedBuyers),
      at,
      lines,
      currency,
      method,
      outcome: drawOutcome(draw, method, at, now),
      couponCode: null,
      waits: false,
      revoked: false,
    }
  })
}

function drawLines(
  draw: Draw,
  at: Date,
  now: Date,
  shelf: readonly ShelfProduct[],
): PurchaseLine[] {
  const daysAgo = (now.getTime() - at.getTime()) / day
  const soldProducts = shelf.filter((product) => daysAgo >= (daysSinceLastSale[product.slug] ?? 0))
  const firstProduct = draw.weighted(
    soldProducts.map((product) => [product, product.appeal] as const),
  )
  const products = new Set([firstProduct])
  const combinable = soldProducts.filter(
    (product) => product.currency === firstProduct.currency && product.provider !== 'manual',
  )

  const lineCount = draw.weighted([
    [1, 62],
    [2, 28],
    [3, 10],
  ] as const)

  while (products.size < lineCount && combinable.length > lineCount)
    products.add(draw.weighted(combinable.map((product) => [product, product.appeal] as const)))

  return [...products].map((product) => ({
    product,
    quantity:
      product.priceCents < 6000 && !product.provider
        ? draw.weighted([
            [1, 84],
            [2, 12],
            [3, 4],
          ] as const)
        : 1,
  }))
}

function drawOutcome(draw: Draw, method: PayMethod, at: Date, now: Date): Outcome {
  const failedOutcome: Outcome =
    method === payMethods.card
      ? draw.pick(['declined', 'cancelled', 'declined'] as const)
      : draw.pick(['expired', 'expired', 'cancelled'] as const)

  // A refund comes some days after the purchase, and the shop refunds no crypto.
  const refundable = method !== 'crypto' && now.getTime() - at.getTime() > 4 * day

  return draw.weighted<Outcome>([
    ['paid', 83],
    ['retried', 3],
    [failedOutcome, 11],
    ['refunded', refundable ? 3 : 0],
  ])
}

/**
 * Purchases that show a feature: purchases of the demo customer, units that wait for delivery, late
 * and partial payments.
 */
export function shownPurchases({ now, people, shelf }: Market, timeZone: string): PastPurchase[] {
  const eveningInstant = (daysAgo: number, minute: number) =>
    storeInstant(timeZone, now, daysAgo, 19 * 60 + minute)
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

  const customerOwnPurchases = customerPurchases(eveningInstant).map((purchase) => ({
    ...purchase,
    email: 'cliente@demo.test',
  }))

  return [...customerOwnPurchases, ...otherPurchases(eveningInstant, hoursAgo)].map(
    ({ email, bought, ...purchase }) => {
      const lines = Object.entries(bought).map(([slug, quantity]) => ({
        product: shelf.find((product) => product.slug === slug)!,
        quantity,
      }))

      return {
        ...usualPurchase,
        ...purchase,
        buyer: people.find((person) => person.email === email)!,
        lines,
        currency: lines[0]!.product.currency ?? 'BRL',
      }
    },
  )
}

/**
 * A purchase that shows a feature: quantities by product slug, and the differences from a usual
 * purchase.
 */
type ShownPurchase = Pick<PastPurchase, 'at' | 'method'> &
  Partial<typeof usualPurchase> & { bought: Record<string, number> }

const usualPurchase: Pick<PastPurchase, 'outcome' | 'couponCode' | 'waits' | 'revoked'> = {
  outcome: 'paid',
  couponCode: null,
  waits: false,
  revoked: false,
}

type Evening = (daysAgo: number, minute: number) => Date

const customerPurchases = (eveningInstant: Evening): ShownPurchase[] => [
  { at: eveningInstant(76, 42), method: 'pix', bought: { sentivar: 1 }, couponCode: 'PRIMEIRA' },
  { at: eveningInstant(47, 8), method: payMethods.card, bought: { vigia: 1 } },
  { at: eveningInstant(29, 131), method: 'pix', bought: { neblina: 1 }, revoked: true },
  { at: eveningInstant(21, 55), method: 'pix', bought: { cortavivo: 1 }, outcome: 'expired' },
  {
    at: eveningInstant(10, 17),
    method: 'pix',
    bought: { basaltar: 1, tunelvivo: 2 },
    couponCode: 'BEMVINDO10',
  },
  { at: eveningInstant(5, 96), method: 'crypto', bought: { consultara: 1 } },
  { at: eveningInstant(2, 33), method: 'pix', bought: { mentoria: 1 }, waits: true },
]

const otherPurchases = (
  eveningInstant: Evening,
  hoursAgo: (hours: number) => Date,
): (ShownPurchase & { email: string })[] => [
  {
    email: 'bruno.lima@exemplo.test',
    at: hoursAgo(7),
    method: payMethods.card,
    bought: { mentoria: 1 },
    waits: true,
  },
  {
    email: 'camila.prado@exemplo.test',
    at: hoursAgo(4),
    method: 'pix',
    bought: { macrolume: 1, vigia: 1 },
    waits: true,
  },
  {
    email: 'henrique.bastos@exemplo.test',
    at: eveningInstant(13, 70),
    method: 'pix',
    bought: { escribano: 1 },
    outcome: 'late',
  },
  {
    email: 'sabrina.araujo@exemplo.test',
    at: eveningInstant(3, 20),
    method: 'crypto',
    bought: { renderia: 1 },
    outcome: 'partial',
  },
  {
    email: 'ana.moura@exemplo.test',
    at: eveningInstant(6, 61),
    method: payMethods.card,
    bought: { depurim: 1 },
  },
]

/** Coupon counts, updated with each purchase, oldest first. */
export type CouponBook = {
  coupons: ShelfCoupon[]
  paidOrders: Map<string, number>
  abandoned: Set<string>
}

/** A coupon that the shop would have accepted for this purchase; null for most purchases. */
export function chooseCoupon(
  draw: Draw,
  book: CouponBook,
  purchase: PastPurchase,
): ShelfCoupon | null {
  const lines = purchase.lines.map(({ product, quantity }) => ({
    productId: product.id,
    unitCents: product.priceCents,
    quantity,
  }))

  const customer = {
    completedOrders: book.paidOrders.get(purchase.buyer.id) ?? 0,
    hasAbandonedCart: book.abandoned.has(purchase.buyer.id),
    hasOpenFirstPurchase: false,
  }

  const acceptedCoupons = book.coupons.filter((coupon) => {
    const fullCoupon = {
      minPurchaseCents: 0,
      maxDiscountCents: 0,
      usageLimit: 0,
      reservedCount: 0,
      active: true,
      ...coupon,
    }

    return (
      couponStatus(fullCoupon, purchase.at) === 'active' &&
      hasUsesLeft(fullCoupon) &&
      !couponRefusal(fullCoupon, coupon.linked, { lines, currency: purchase.currency }, customer)
    )
  })

  if (purchase.couponCode)
    return acceptedCoupons.find((coupon) => coupon.code === purchase.couponCode) ?? null

  const offeredCoupons = acceptedCoupons.filter((coupon) => coupon.code !== 'GRATIS100')
  if (!offeredCoupons.length) return null

  const weightedCoupons = offeredCoupons.map(
    (coupon) => [coupon, coupon.code === 'RELAMPAGO30' ? 8 : 1] as const,
  )

  return draw.chance(shareWithCoupon(offeredCoupons)) ? draw.weighted(weightedCoupons) : null
}

/** While the flash offer RELAMPAGO30 lasts, most people buy because of it. */
const shareWithCoupon = (offeredCoupons: readonly ShelfCoupon[]): number =>
  offeredCoupons.some((coupon) => coupon.code === 'RELAMPAGO30') ? 0.6 : 0.3
