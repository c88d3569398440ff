import { findBrowser } from '../scripts/browser.mjs'
import { ensureWeb } from '../scripts/setup.mjs'

/** The pages as their sources are now, and a browser to open them in. */
export default function setup(): void {
  ensureWeb()
  process.env.CHROME_PATH ??= findBrowser()
  if (!process.env.CHROME_PATH)
    throw new Error('No browser: install Chrome or Chromium, or name one in CHROME_PATH.')
}
