import { expect, it } from 'vitest'

import { createPageCache, staleAgeSeconds } from './page-cache.ts'

const openCache = () => {
  const database = { isSilent: false }

  const pages = createPageCache({
    pageMs: 60_000,
    hears: () => true,
    isSilent: () => database.isSilent,
    onMake() {},
  })

  return { database, pages }
}

it('an outdated page is made again, and shown as stale while the database is silent', async () => {
  const { database, pages } = openCache()
  const read = (text: string) => pages.hold('shop', async () => ({ text }))
  expect(await read('10 keys')).toEqual({ text: '10 keys' })
  expect(await read('9 keys')).toEqual({ text: '10 keys' })
  pages.doubt()
  database.isSilent = true
  const staleValue = await read('9 keys')
  expect([staleValue, staleAgeSeconds(staleValue)]).toEqual([{ text: '10 keys' }, 0])
  database.isSilent = false
  const freshValue = await read('9 keys')
  expect([freshValue, staleAgeSeconds(freshValue)]).toEqual([{ text: '9 keys' }, null])
})

it('the newest 500 outdated pages are retained in case the database falls silent', async () => {
  const { database, pages } = openCache()
  const read = (name: number, text: string) => pages.hold(`page ${name}`, async () => ({ text }))
  for (let name = 0; name < 600; name++) await read(name, 'old')
  pages.doubt()
  await read(7, 'new')
  pages.doubt()
  database.isSilent = true
  expect(await read(7, 'newest')).toEqual({ text: 'new' })
  expect(await read(599, 'newest')).toEqual({ text: 'old' })
  expect(await read(99, 'newest')).toEqual({ text: 'newest' })
  expect(await read(101, 'newest')).toEqual({ text: 'old' })
})
