import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { describe, expect, it } from 'vitest'

import { shiftOf } from '../e2e/shift.ts'
import { adminSections } from '../web/src/routing/paths.ts'
import type { Answer } from './answers.ts'
import { paymentAnswers, pixOf, under } from './checkout-samples.ts'
import { longestAnswers } from './longest.ts'
import { show, type Given } from './show.ts'
import { sold } from './sold-samples.ts'

// Layout shifts while a page loads. The server renders the front page, /terms, /status and product
// pages; shifts.long.e2e.ts measures those.

/** Milliseconds before the shop answers, so that loading placeholders are drawn first. */
const patience = 120

const routesOf = (all: Record<string, object>): AnyRoute[] =>
  Object.values(all).flatMap((section) => Object.values(section) as AnyRoute[])

const known: Answer[] = [...paymentAnswers(under({ pix: pixOf })), sold]

/**
 * Calls of every page, and calls whose answers are in the HTML: they get the answers of an ordinary
 * shop.
 */
const ordinary = new Set<AnyRoute>([
  ...Object.values(api.settings),
  ...Object.values(api.sitePages),
  ...Object.values(api.notifications),
  ...Object.values(api.catalogue),
  api.accounts.twoFactor,
])

const own = routesOf(api).filter((route) => route.method === 'GET' && !ordinary.has(route))
const customer: Given = { as: { role: 'client' }, replies: [...known, ...longestAnswers(own)] }
const staff: Given = { as: { role: 'admin' }, replies: longestAnswers(routesOf(adminApi)) }
const visitor: Given = { replies: known }

/** The pages whose layout shifts too much, each with its shift. */
async function moved(paths: readonly string[], given: Given, width: number): Promise<string[]> {
  // A first page lets the app measure the counters in the menu before shifts are measured.
  const screen = await show(given === staff ? '/admin/jobs' : '/terms', { ...given, width })
  const { page } = screen

  await page.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, patience))
    await route.continue().catch(() => {})
  })

  const wrong: string[] = []

  for (const path of paths) {
    await page.goto(path)
    await screen.atRest()
    const shift = await shiftOf(page)
    if (shift) wrong.push(`${path} ${shift}`)
  }

  await page.unroute('**/api/**')

  return wrong
}

describe.each([390, 1280])('at %i px nothing moves by itself', (width) => {
  it('for a visitor', async () => {
    const paths = ['/products', '/login', '/register', '/checkout', '/dashboard']
    expect(await moved(paths, visitor, width)).toEqual([])
  })

  it('for a customer with an open payment', async () => {
    const tabs = ['', '?tab=security', '?tab=notifications', '?tab=preferences']
    const settings = tabs.map((tab) => `/settings${tab}`)
    const rooms = ['', '/orders', '/products', ...settings, '/support', '/support?new']
    const paths = ['/products', ...rooms.map((room) => `/dashboard${room}`)]
    expect(await moved(paths, customer, width)).toEqual([])
  })

  it('for staff', async () => {
    const paths = adminSections.map((name) => `/admin/${name}`)
    expect(await moved(paths, staff, width)).toEqual([])
  })
})
