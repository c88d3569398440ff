import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer } from './answers.ts'
import { captcha } from './captcha.ts'
import {
  cartOf,
  cryptoOf,
  paymentAnswers,
  items,
  pixOf,
  priced,
  under,
} from './checkout-samples.ts'
import { forward, openStill } from './clock.ts'
import { everyPage, type Person } from './every-page.ts'
import { longestAnswers } from './longest.ts'
import { ownStatus } from './outcome-samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// Calls that a page repeats by itself, and their intervals in seconds.

/** The source file of a poll, the path of its call, and its interval in seconds. */
type Poll = readonly [source: string, call: string, every: number]
type Watched = { at: string; replies?: readonly Answer[]; polls: readonly Poll[] }

const frame: readonly Poll[] = [
  ['features/admin/shell/use-waiting-counts.ts', '/api/admin/jobs', 60],
  ['features/admin/shell/use-waiting-counts.ts', '/api/admin/deliveries', 60],
  ['features/admin/shell/use-waiting-counts.ts', '/api/admin/desk', 60],
  ['features/admin/shell/use-waiting-counts.ts', '/api/admin/chat-roles', 60],
  ['features/admin/shell/sidebar.tsx', '/api/admin/reviews', 60],
  ['features/admin/shell/sidebar.tsx', '/api/admin/tickets/stats', 60],
]

const staff: readonly Watched[] = [
  { at: '/admin/categories', polls: frame },
  {
    at: '/admin/orders',
    polls: [...frame, ['features/admin/orders/orders-page.tsx', '/api/admin/orders/counts', 60]],
  },
  {
    at: '/admin/system',
    polls: [
      ...frame,
      ['features/admin/system/system-page.tsx', '/api/admin/stats/system', 5],
      ['features/admin/system/health-notice.tsx', '/api/admin/system/health', 15],
      ['features/admin/system/figures-cards.tsx', '/api/admin/system/figures', 15],
    ],
  },
  {
    at: '/admin/tickets?view=inbox&ticket=TICKET-0042',
    polls: [
      ...frame,
      ['features/admin/tickets/desk/conversation-pane.tsx', '/api/admin/tickets/TICKET-0042', 8],
      ['features/admin/tickets/desk/use-desk.ts', '/api/admin/tickets/inbox', 15],
    ],
  },
]

const bell: Poll = ['features/store/bell/bell.tsx', '/api/users/tickets/unread', 60]
const watchedSite: Poll = ['state/watched-site.ts', '/api/server/public/site-settings', 15]

const statusOf = (payment: string, every: number): Poll => [
  'features/store/shared/payment.ts',
  `/api/payment/${payment}`,
  every,
]

const outcome = (every: number): Poll => [
  'features/store/outcome/use-outcome.ts',
  '/api/payment/efybank/status/pay-1',
  every,
]

const nothingOpen = on(api.payments.pending, { success: true, payment: null })
const order = [cartOf(items), priced(), captcha]
const unknown = refused(api.payments.status, 'x', 500)

const customer: readonly Watched[] = [
  {
    at: '/dashboard',
    polls: [bell, ['features/account/dashboard/open-payment.tsx', '/api/payment/pending', 15]],
  },
  {
    at: '/dashboard/support',
    polls: [bell, ['features/account/support/support-page.tsx', '/api/users/tickets', 30]],
  },
  {
    at: '/dashboard/support/TICKET-0042',
    polls: [
      bell,
      ['features/account/support/conversation-page.tsx', '/api/users/tickets/TICKET-0042', 8],
    ],
  },
  { at: '/dashboard/orders', polls: [bell] },
  { at: '/checkout', replies: [nothingOpen, ...order], polls: [bell, watchedSite] },
  {
    at: '/checkout',
    replies: [...paymentAnswers(under({ pix: pixOf })), ...order],
    polls: [bell, watchedSite, statusOf('efybank/status/pay-9', 5)],
  },
  {
    at: '/checkout',
    replies: [
      unknown,
      ...paymentAnswers(under({ crypto: cryptoOf }, { paymentMethod: 'crypto' })),
      ...order,
    ],
    polls: [bell, watchedSite, statusOf('binance/status/pay-9', 10)],
  },
  {
    at: '/success?payment_id=pay-1',
    replies: [on(api.payments.status, { ...ownStatus, status: 'pending' })],
    polls: [bell, outcome(5)],
  },
  {
    at: '/success?payment_id=pay-1',
    replies: [on(api.payments.status, { ...ownStatus, owner: { ...ownStatus.owner!, units: [] } })],
    polls: [bell],
  },
  { at: '/success?payment_id=pay-1', replies: [unknown], polls: [bell, outcome(10)] },
]

const visitor: readonly Watched[] = [
  {
    at: '/status',
    polls: [
      ['features/store/status/product-status.ts', '/api/server/status', 60],
      ['features/store/status/service-history.ts', '/api/server/status/history', 60],
    ],
  },
  {
    at: '/maintenance',
    replies: [refused(api.catalogue.categories, 'x', 503)],
    polls: [
      [
        'features/store/maintenance/maintenance-page.tsx',
        '/api/product/list-active-categories',
        30,
      ],
    ],
  },
  {
    at: '/terms',
    replies: [refused(api.settings.publicSettings, 'x', 500)],
    polls: [['state/site.ts', '/api/server/public/site-settings', 10]],
  },
  { at: '/terms', polls: [] },
]

const routesOf = (contracts: object): AnyRoute[] =>
  Object.values(contracts).flatMap((section) => Object.values(section as object) as AnyRoute[])

const ordinary = longestAnswers([...routesOf(api), ...routesOf(adminApi)])

/** The count of GET requests by path while the page's clock goes forward. */
async function askedIn(screen: Screen, seconds: number): Promise<Record<string, number>> {
  const before = screen.calls.length
  await forward(screen, seconds)
  const callCounts: Record<string, number> = {}
  for (const { method, path } of screen.calls.slice(before))
    if (method === 'GET') callCounts[path] = (callCounts[path] ?? 0) + 1

  return callCounts
}

const once = (calls: readonly string[]) => Object.fromEntries(calls.map((call) => [call, 1]))

/**
 * Opens each page in one window whose clock the test controls, and checks the intervals of its
 * calls.
 */
async function watch(pages: readonly Watched[], as?: Person): Promise<void> {
  const screen = await show('/terms', { as, now: '2026-02-03T17:20:00.000Z', movesClock: true })
  for (const { at, replies = [], polls } of pages) {
    screen.replies.splice(0, Infinity, ...replies, ...everyPage(as), ...ordinary)
    const repeated = polls.map(([, call]) => call)
    await openStill(screen, at, repeated)
    // `fastForward` runs each due timer once. So two minutes send every poll once, and all
    // intervals restart at the same moment.
    expect(await askedIn(screen, 120), at).toEqual(once(repeated))
    let passed = 0

    for (const every of [...new Set(polls.map((poll) => poll[2]))].toSorted((a, b) => a - b)) {
      const later = polls.filter((poll) => poll[2] >= every).map(([, call]) => call)
      const asked = async (seconds: number) =>
        Object.entries(await askedIn(screen, seconds)).filter(([call]) => later.includes(call))
      expect(await asked(every - 1 - passed), `${at} before ${every} s`).toEqual([])
      const due = polls.filter((poll) => poll[2] === every).map(([, call]) => call)
      expect(Object.fromEntries(await asked(2)), `${at} at ${every} s`).toEqual(once(due))
      passed = every + 1
    }
  }
}

describe('the calls that a page repeats', () => {
  it('are sent in the back office at their interval, not before', async () => {
    await watch(staff, { role: 'admin' })
  })

  it('are sent on a customer’s pages at their interval, and stop once a payment is over', async () => {
    await watch(customer, { role: 'client' })
  })

  it('are sent on public pages at their interval', async () => {
    await watch(visitor)
  })

  it('are all in the list of this test, wherever the sources have one', () => {
    const root = new URL('../web/src/', import.meta.url)

    const places = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== 'api/queries.ts')
      .flatMap((file) => {
        const text = readFileSync(new URL(file, root), 'utf8')
        const found = text.match(/refetchInterval:|whileWatched\(/g) ?? []

        return found.map(() => file)
      })

    const listed = [staff, customer, visitor].flat().flatMap(({ polls }) => polls)
    // One source file polls the payments of two providers.
    const calls = listed.map(([source, call]) => `${source} ${call.replace('binance', 'efybank')}`)
    const knownCalls = [...new Set(calls)].map((line) => line.split(' ')[0])
    expect(knownCalls.toSorted()).toEqual(places.toSorted())
  })
})
