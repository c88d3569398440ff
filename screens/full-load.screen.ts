import { describe, expect, it } from 'vitest'

import { show, type Given } from './show.ts'
import { sold } from './sold-samples.ts'

it('a visit begins with the loading screen, but for the page of a product [decision Q136]', async () => {
  const screen = await show('/terms', { replies: [sold] })
  const { page } = screen

  const begin = async (path: string) => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(path)
    await page.waitForSelector('html[data-ready]', { state: 'attached' })

    return page.locator('.loading').count()
  }

  await page.emulateMedia({ reducedMotion: 'no-preference' })

  try {
    for (const path of ['/', '/products', '/products/category/Jogos', '/terms'])
      expect([path, await begin(path)]).toEqual([path, 1])
    for (const path of ['/products/pincel-pro', '/products/pincel-pro/'])
      expect([path, await begin(path)]).toEqual([path, 0])
    // A later page of the same visit does not repeat the loading screen.
    await page.goto('/terms')
    await page.waitForSelector('html[data-ready]', { state: 'attached' })
    expect(await page.locator('.loading').count()).toBe(0)
  } finally {
    await page.emulateMedia({ reducedMotion: 'reduce' })
  }
})

describe('a page that is loaded as a whole', () => {
  const customer: Given = { width: 360, replies: [sold] }
  const staff: Given = { as: { role: 'admin' }, width: 360 }

  it.each([
    ['/', '/terms', customer],
    ['/admin/jobs', '/admin/tickets', staff],
  ] as const)('opens %s and %s each at its own place', async (first, second, given) => {
    const screen = await show(first, given)
    const { page } = screen

    if (first === '/')
      expect(await page.locator('meta[name=description]').getAttribute('content')).toBe(
        'Licenças digitais',
      )

    await page.setViewportSize({ width: 360, height: 200 })
    const place = () => page.evaluate(() => Math.round(scrollY))

    const load = async (path: string) => {
      await page.goto(path)
      await screen.atRest()
    }

    await page.evaluate(() => scrollTo(0, 150))
    expect(await place()).toBe(150)

    await load(second)
    expect(await place()).toBe(0)
    await page.evaluate(() => scrollTo(0, 90))
    await page.reload()
    await screen.atRest()
    await expect.poll(place).toBe(90)
  })
})
