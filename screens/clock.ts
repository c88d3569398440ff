import type { Screen } from './screen.ts'

// The clock of a page that was shown with `movesClock`, moved by the test alone.

/** The clock stands still until it is moved by `forward`. */
async function stopClock({ page }: Screen): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1000)
}

/** Another page in the same window, at rest, whose clock stands still too. */
export async function openStill(screen: Screen, path: string): Promise<void> {
  await screen.page.clock.resume()
  await screen.page.goto(path)
  await screen.atRest()
  await stopClock(screen)
}

/** The clock, which stands, goes on by some seconds, and the page draws what came of it. */
export async function forward(screen: Screen, seconds: number): Promise<void> {
  await screen.page.clock.fastForward(seconds * 1000)
  await screen.lines(screen.page.locator('body'))
  await screen.page.clock.runFor(50)
}
