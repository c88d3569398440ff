import { afterAll, beforeAll, it } from 'vitest'
import { openShop, type Shop } from '/tmp/wt/kit/e2e/shop.ts'
import { desk, phone, staff } from '/tmp/wt/kit/e2e/admin.ts'
let shop: Shop
beforeAll(async () => { shop = await openShop() })
afterAll(async () => { await shop?.close() })
it('look', async () => {
  for (const [name, given] of [['desk', desk()], ['phone', phone('en-US')]] as const) {
    const { page, complaints } = await staff(shop, given, 'products')
    for (const section of (process.env.SECTIONS ?? 'products').split(',')) {
      await page.goto(`/admin/${section}`)
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `/tmp/kit-tmp/${name}-${section.replace(/\W/g, '_')}.png` })
    }
    console.log(name, complaints)
  }
})
