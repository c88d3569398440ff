import { expect, it } from 'vitest'

import { spawnShop } from './shop-process.ts'

it('a shop that ends before it listens is told as ended, not waited for', async () => {
  await expect(spawnShop({ PORT: 'nowhere', LOG_LEVEL: 'silent' })).rejects.toThrow(
    'the shop ended with 78: ',
  )
})
