import { expect } from 'vitest'

import type { Screen } from './screen.ts'

// Controls the clock of a page that was shown with `movesClock`.

/** Stops the clock; only `forward` moves it. */
async function stopClock({ page }: Screen): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1000)
}

/**
 * Opens another page in the same window and stops the clock once the page is drawn. `firstCalls`
 * are the calls that show that late-loading parts are there too.
 */
export async function openStill(
  screen: Screen,
  path: string,
  firstCalls: readonly string[] = [],
): Promise<void> {
  const before = screen.calls.length
  await screen.page.clock.resume()
  await screen.page.goto(path)

  await expect
    .poll(() => screen.calls.slice(before).map((call) => call.path), { timeout: 10_000 })
    .toEqual(expect.arrayContaining([...firstCalls]))

  await screen.atRest()
  await stopClock(screen)
}

/** Moves the stopped clock forward by seconds and waits until the page is drawn. */
export async function forward(screen: Screen, seconds: number): Promise<void> {
  await screen.page.clock.fastForward(seconds * 1000)
  await screen.lines(screen.page.locator('body'))
  await screen.page.clock.runFor(50)
}
