import { languages, namespaces } from '@chaveiro/contracts/limits'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

const root = fileURLToPath(new URL('../../../web', import.meta.url))

/** Name and content of every translation file, built or not. */
const files = () =>
  ['public/locales', 'dist/locales']
    .flatMap((place) => {
      try {
        return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map(
            (one) =>
              `${one.name} ${createHash('sha256')
                .update(readFileSync(join(one.parentPath, one.name)))
                .digest('hex')}`,
          )
      } catch {
        return []
      }
    })
    .sort()

const add = (path: string, payload: object | string = { 'a.new.key': 'x' }) =>
  testShop.http.inject({
    method: 'POST',
    url: `/locales/add/${path}`,
    payload,
    headers: { 'content-type': 'application/json' },
  })

it('missing texts are accepted for known languages and namespaces, and change no file [S254, S255]', async () => {
  const before = files()
  expect(before.length).toBeGreaterThanOrEqual(languages.length * namespaces.length)

  for (const language of languages)
    for (const namespace of namespaces) {
      const reply = await add(`${language}/${namespace}`)
      expect([reply.statusCode, reply.payload], `${language}/${namespace}`).toEqual([204, ''])
    }

  for (const path of [
    'fr-FR/common',
    'pt-BR/secret',
    'pt-BR/..%2f..%2fx',
    'pt-BR',
    '',
    'PT-BR/common',
    '%00/common',
  ])
    expect((await add(path)).statusCode, path).toBe(404)

  expect((await add('pt-BR/common', '{')).statusCode).toBe(400)
  expect((await add('pt-BR/common', { x: 'x'.repeat(70_000) })).statusCode).toBe(413)
  expect(files()).toEqual(before)
})

it('a translation file that does not exist is a 404, not the shop’s page', async () => {
  for (const path of [
    'fr-FR/common.json',
    'pt-BR/secret.json',
    'add/pt-BR/common',
    '..%2f..%2fpackage.json',
    '',
  ]) {
    const reply = await testShop.http.inject(`/locales/${path}`)
    expect([reply.statusCode, reply.json().code], path).toEqual([404, 'request.not_found'])
  }
})
