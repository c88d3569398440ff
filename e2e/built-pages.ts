import { findBrowser } from '../scripts/browser.mjs'
import { ensureWeb } from '../scripts/setup.mjs'

/** Builds the pages if their sources changed, and finds a browser. */
export default function setup(): void {
  ensureWeb()
  process.env.CHROME_PATH ??= findBrowser()
  if (!process.env.CHROME_PATH)
    throw new Error('No browser: install Chrome or Chromium, or name one in CHROME_PATH.')
}
