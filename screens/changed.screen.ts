import { expect, it } from 'vitest'

import { open } from './checkout-samples.ts'
import { buying } from './walks.ts'

// Pages that an extension changes; changed.long.screen.ts tries what else others do to them.

it('a purchase works on a page with an extension’s own parts and wrapped buttons', async () => {
  const { page } = await open({ changed: 'extended' })
  expect(await page.locator('extension-root').count()).toBe(1)
  expect(await page.locator('input + extension-icon').count()).toBeGreaterThan(0)
  expect(await page.locator('span[data-extension] > button').count()).toBeGreaterThan(5)
  await buying({ changed: 'extended' })
})
