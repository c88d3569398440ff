import { expect, it } from 'vitest'

import { spawnShop } from './shop-process.ts'

it('waiting for a shop that ends before it listens fails at once', async () => {
  await expect(spawnShop({ PORT: 'nowhere', LOG_LEVEL: 'silent' })).rejects.toThrow(
    'the shop ended with 78: ',
  )
})
