import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('./migrations/', import.meta.url)
const names = readdirSync(folder).sort()
const numbers = names.map((name) => name.slice(0, 4))

// A file that came before one that was applied already would run after it in a shop that stands and
// before it in a new one.
it('no migration takes a number of another one or one before those that shops have applied', () => {
  expect(numbers.filter((number) => number <= '0053').join(' ')).toBe(
    '0001 0002 0003 0004 0004 0005 0006 0006 0007 0008 0008 0009 0010 0011 0012 0012 0013 0014' +
      ' 0014 0015 0020 0021 0023 0030 0031 0032 0040 0041 0045 0046 0047 0050 0051 0052 0053',
  )

  const later = numbers.filter((number) => number > '0053').map(Number)
  // Work that goes on beside other work has numbers set aside, so some may stay free.
  expect(later).toEqual([...new Set(later)].sort((a, b) => a - b))
})

// A shop refuses to start where the text of an applied migration changed, be it in a comment.
it('no migration that shops have applied is edited', () => {
  const applied = names.filter((name) => name < '0131')
  const hash = createHash('sha256')
  for (const name of applied) hash.update(readFileSync(new URL(name, folder)))

  expect(applied).toHaveLength(75)
  expect(hash.digest('hex')).toBe(
    '0dde86e5c452f225785376a7fa911e3c995972c85b1ae5c0bd8b95810489b626',
  )
})
