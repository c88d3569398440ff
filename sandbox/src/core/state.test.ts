import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { sleep } from '../testing/bench.ts'
import { openCredentials } from './credentials.ts'
import { State } from './state.ts'

type Pet = { id: string; age: number }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-state-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('keeps rows, changes and removals over a restart, in their order', () => {
  const first = new State(folder)
  const pets = first.table<Pet>('pets')
  for (const id of ['a', 'b', 'c']) pets.save({ id, age: 1 })
  first.flush()
  pets.save({ id: 'a', age: 2 })
  pets.remove('b')
  first.close()
  const second = new State(folder)

  expect(second.table<Pet>('pets').all()).toEqual([
    { id: 'a', age: 2 },
    { id: 'c', age: 1 },
  ])

  second.close()
})

it('is on disk within the flush time, without being closed', async () => {
  const state = new State(folder)
  state.table<Pet>('pets').save({ id: 'a', age: 7 })
  await sleep(160)
  expect(readFileSync(join(folder, 'state.jsonl'), 'utf8')).toContain('"age":7')
  state.close()
})

it('ignores a torn last line, and keeps everything before it', () => {
  const state = new State(folder)
  state.table<Pet>('pets').save({ id: 'a', age: 1 })
  state.close()
  appendFileSync(join(folder, 'state.jsonl'), '[["pets","b",{"id":"b","ag')
  const again = new State(folder)
  expect(again.table<Pet>('pets').all()).toEqual([{ id: 'a', age: 1 }])
  again.table<Pet>('pets').save({ id: 'c', age: 3 })
  again.close()
  const third = new State(folder)
  expect(third.table<Pet>('pets').size).toBe(2)
  third.close()
})

it('writes what changed only: a thousand rows do not make one change dear', () => {
  const state = new State(folder)
  const pets = state.table<Pet>('pets')
  for (let i = 0; i < 1000; i++) pets.save({ id: `p${i}`, age: i })
  state.flush()
  const before = readFileSync(join(folder, 'state.jsonl')).length
  pets.save({ id: 'p1', age: 99 })
  state.close()
  expect(readFileSync(join(folder, 'state.jsonl')).length - before).toBeLessThan(60)
})

it('a folder from before a provider gets the account it lacks and keeps the others', () => {
  const before = new State(folder)
  const { keyauthSellerKey: _, ...old } = openCredentials(before)
  before.table('credentials').save(old)
  before.close()
  const after = new State(folder)
  const now = openCredentials(after)
  expect(now.keyauthSellerKey).toMatch(/^[0-9a-f]{32}$/)
  expect(now).toEqual({ ...old, keyauthSellerKey: now.keyauthSellerKey })
  expect(openCredentials(after)).toEqual(now)
  after.close()
})
