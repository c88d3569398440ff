import { expect, it } from 'vitest'

import { open } from './checkout-samples.ts'
import { buying } from './walks.ts'

// Pages changed by an extension; changed.long.screen.ts covers the other changes.

it('a purchase works on a page with an extension’s own parts and wrapped buttons', async () => {
  const { page } = await open({ changed: 'extended' })
  expect(await page.locator('extension-root').count()).toBe(1)
  expect(await page.locator('input + extension-icon').count()).toBeGreaterThan(0)
  expect(await page.locator('span[data-extension] > button').count()).toBeGreaterThan(5)
  await buying({ changed: 'extended' })
})
