import { describe, expect, it } from 'vitest'
import { show, type Given } from './show.ts'
import { sold } from './sold-samples.ts'

describe('a page that is loaded as a whole', () => {
  const customer: Given = { width: 360, replies: [sold] }
  const staff: Given = { as: { role: 'admin' }, width: 360 }

  it.each([
    ['/', '/terms', customer],
    ['/admin/jobs', '/admin/tickets', staff],
  ] as const)('opens %s and %s each at its own place', async (first, second, given) => {
    const screen = await show(first, given)
    const { page } = screen
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
