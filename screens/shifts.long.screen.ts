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

// How far what is seen moves by itself while a page comes. The front page, /terms, /status and a
// product's page come drawn by the server: shifts.long.e2e.ts reads those.

/** How long the shop takes for an answer, so that what keeps a place is seen. */
const patience = 120

const routesOf = (all: Record<string, object>): AnyRoute[] =>
  Object.values(all).flatMap((section) => Object.values(section) as AnyRoute[])

const known: Answer[] = [...paymentAnswers(under({ pix: pixOf })), sold]

/**
 * Calls whose answers are in the page itself, or that every page asks for: as in an ordinary shop.
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

/** The pages that move more than they may, with how far. */
async function moved(paths: readonly string[], given: Given, width: number): Promise<string[]> {
  // The first page learns how much room the links of what waits need.
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
    const rooms = ['', '/orders', '/products', '/settings', '/support']
    const paths = ['/products', ...rooms.map((room) => `/dashboard${room}`)]
    expect(await moved(paths, customer, width)).toEqual([])
  })

  it('for staff', async () => {
    const paths = adminSections.map((name) => `/admin/${name}`)
    expect(await moved(paths, staff, width)).toEqual([])
  })
})
