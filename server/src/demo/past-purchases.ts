import { demoAccounts } from '@chaveiro/contracts/demo-accounts'
import { type Currency } from '@chaveiro/contracts/limits'
import { payMethods, type PayMethod } from '@chaveiro/contracts/payment-methods'

import { couponStatus, hasUsesLeft, couponRefusal } from '../domains/coupons/coupons.rules.ts'
import type { ShelfCoupon, ShelfProduct } from './demo-catalogue.ts'
import type { Person } from './demo-people.ts'
import { day, storeInstant } from './purchase-times.ts'
import type { Draw } from './random.ts'

/**
 * How a purchase ended; late: paid after its time, partial: too little money came in and staff is
 * told, retried: the first payment failed.
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
  /** Units without stock that staff has not served yet. */
  waits: boolean
  /** The licences were revoked by staff afterwards. */
  revoked: boolean
}

/** Days ago that a product was last sold, where that is not today. */
const lastSold: Record<string, number> = { mares: 48, sonorama: 11, sertao: 2, arrebol: 35 }
const paid: ReadonlySet<Outcome> = new Set(['paid', 'retried', 'late', 'refunded'])

/** Whether a purchase became an order that was paid, even if its money went back later. */
export const isPaid = (purchase: Pick<PastPurchase, 'outcome'>): boolean =>
  paid.has(purchase.outcome)

/** Who buys what, and the moment from which it is looked back. */
export type Market = {
  now: Date
  people: readonly Person[]
  shelf: readonly ShelfProduct[]
}

/** What the customers of the last ninety days bought, without coupons. */
export function drawPurchases(
  draw: Draw,
  { now, people, shelf }: Market,
  instants: readonly Date[],
): PastPurchase[] {
  const shown = new Set<string>(demoAccounts.map((account) => account.email))
  // A few customers come back often, most of them seldom.
  const buyers = people
    .filter((person) => !shown.has(person.email))
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
      buyer: draw.weighted(buyers),
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
  const sold = shelf.filter((product) => daysAgo >= (lastSold[product.slug] ?? 0))
  const first = draw.weighted(sold.map((product) => [product, product.appeal] as const))
  const products = new Set([first])
  const fitting = sold.filter(
    (product) => product.currency === first.currency && product.provider !== 'manual',
  )

  const count = draw.weighted([
    [1, 62],
    [2, 28],
    [3, 10],
  ] as const)

  while (products.size < count && fitting.length > count)
    products.add(draw.weighted(fitting.map((product) => [product, product.appeal] as const)))

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
  const failed: Outcome =
    method === payMethods.card
      ? draw.pick(['declined', 'cancelled', 'declined'] as const)
      : draw.pick(['expired', 'expired', 'cancelled'] as const)

  // Money goes back some days after the purchase, and crypto is not sent back by the shop.
  const refundable = method !== 'crypto' && now.getTime() - at.getTime() > 4 * day

  return draw.weighted<Outcome>([
    ['paid', 83],
    ['retried', 3],
    [failed, 11],
    ['refunded', refundable ? 3 : 0],
  ])
}

/**
 * A handful of purchases that show something: those of the demo customer, units that wait, late and
 * partial money.
 */
export function shownPurchases({ now, people, shelf }: Market, timeZone: string): PastPurchase[] {
  const evening = (daysAgo: number, minute: number) =>
    storeInstant(timeZone, now, daysAgo, 19 * 60 + minute)
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

  const ofCustomer = customerPurchases(evening).map((purchase) => ({
    ...purchase,
    email: 'cliente@demo.test',
  }))

  return [...ofCustomer, ...otherPurchases(evening, hoursAgo)].map(
    ({ email, bought, ...purchase }) => {
      const lines = Object.entries(bought).map(([slug, quantity]) => ({
        product: shelf.find((product) => product.slug === slug)!,
        quantity,
      }))

      return {
        ...usual,
        ...purchase,
        buyer: people.find((person) => person.email === email)!,
        lines,
        currency: lines[0]!.product.currency ?? 'BRL',
      }
    },
  )
}

/**
 * A purchase that is shown: what was bought is told by the slugs of products, the rest where it is
 * not the usual.
 */
type Shown = Pick<PastPurchase, 'at' | 'method'> &
  Partial<typeof usual> & { bought: Record<string, number> }

const usual: Pick<PastPurchase, 'outcome' | 'couponCode' | 'waits' | 'revoked'> = {
  outcome: 'paid',
  couponCode: null,
  waits: false,
  revoked: false,
}

type Evening = (daysAgo: number, minute: number) => Date

const customerPurchases = (evening: Evening): Shown[] => [
  { at: evening(76, 42), method: 'pix', bought: { sentivar: 1 }, couponCode: 'PRIMEIRA' },
  { at: evening(47, 8), method: payMethods.card, bought: { vigia: 1 } },
  { at: evening(29, 131), method: 'pix', bought: { neblina: 1 }, revoked: true },
  { at: evening(21, 55), method: 'pix', bought: { cortavivo: 1 }, outcome: 'expired' },
  {
    at: evening(10, 17),
    method: 'pix',
    bought: { basaltar: 1, tunelvivo: 2 },
    couponCode: 'BEMVINDO10',
  },
  { at: evening(5, 96), method: 'crypto', bought: { consultara: 1 } },
  { at: evening(2, 33), method: 'pix', bought: { mentoria: 1 }, waits: true },
]

const otherPurchases = (
  evening: Evening,
  hoursAgo: (hours: number) => Date,
): (Shown & { email: string })[] => [
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
    at: evening(13, 70),
    method: 'pix',
    bought: { escribano: 1 },
    outcome: 'late',
  },
  {
    email: 'sabrina.araujo@exemplo.test',
    at: evening(3, 20),
    method: 'crypto',
    bought: { renderia: 1 },
    outcome: 'partial',
  },
  {
    email: 'ana.moura@exemplo.test',
    at: evening(6, 61),
    method: payMethods.card,
    bought: { depurim: 1 },
  },
]

/** What is counted while the purchases go by, oldest first. */
export type CouponBook = {
  coupons: ShelfCoupon[]
  paidOrders: Map<string, number>
  abandoned: Set<string>
}

/** Choose a coupon that the shop's own rules would have let through; none in most cases. */
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

  const fitting = book.coupons.filter((coupon) => {
    const full = {
      minPurchaseCents: 0,
      maxDiscountCents: 0,
      usageLimit: 0,
      reservedCount: 0,
      active: true,
      ...coupon,
    }

    return (
      couponStatus(full, purchase.at) === 'active' &&
      hasUsesLeft(full) &&
      !couponRefusal(full, coupon.linked, { lines, currency: purchase.currency }, customer)
    )
  })

  if (purchase.couponCode)
    return fitting.find((coupon) => coupon.code === purchase.couponCode) ?? null

  const offered = fitting.filter((coupon) => coupon.code !== 'GRATIS100')
  if (!offered.length) return null

  const wanted = offered.map((coupon) => [coupon, coupon.code === 'RELAMPAGO30' ? 8 : 1] as const)

  return draw.chance(shareWithCoupon(offered)) ? draw.weighted(wanted) : null
}

/** A flash offer is what people come for while it lasts. */
const shareWithCoupon = (offered: readonly ShelfCoupon[]): number =>
  offered.some((coupon) => coupon.code === 'RELAMPAGO30') ? 0.6 : 0.3
