import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('./migrations/', import.meta.url)
const names = readdirSync(folder).sort()
const numbers = names.map((name) => name.slice(0, 4))

// With equal numbers, two files could run in one order in an existing shop and in another order in
// a new shop.
it('no two migrations share a number', () => {
  // Parallel work reserves numbers, so some numbers may stay free.
  expect(numbers).toEqual([...new Set(numbers)])
})

// A shop refuses to start where the text of an applied migration changed, even in a comment.
it('no migration that shops have applied is edited', () => {
  const applied = names.filter((name) => name < '0131')
  const hash = createHash('sha256')
  for (const name of applied) hash.update(readFileSync(new URL(name, folder)))

  expect(applied).toHaveLength(9)
  expect(hash.digest('hex')).toBe(
    'e3d4a8d85cee440f59fc92f19a1f87b4ffcb443d63ba8f5bafdcc708f6d37a37',
  )
})
