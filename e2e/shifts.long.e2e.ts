import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { shiftOf } from './shift.ts'
import { openShop, visit, type Shop } from './shop.ts'

// Layout shifts while server-rendered pages load, in a shop with products.
// screens/shifts.long.screen.ts measures the other pages.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const drawn = ['/', '/terms', '/status', '/products', '/products/neblina-orbital']

/** Milliseconds before the shop answers, so that loading placeholders are drawn first. */
const patience = 120

describe.each([390, 1280])('at %i px nothing moves by itself', (width) => {
  it.each(['pt-BR', 'en-US'] as const)('on what the server drew, in %s', async (language) => {
    const { page, context } = await visit(shop, { language, width })

    await page.route('**/api/**', async (route) => {
      await new Promise((done) => setTimeout(done, patience))
      await route.continue().catch(() => {})
    })

    const wrong: string[] = []

    for (const path of drawn) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const shift = await shiftOf(page)
      if (shift) wrong.push(`${path} ${shift}`)
    }

    expect(wrong).toEqual([])
    await context.close()
  })
})
