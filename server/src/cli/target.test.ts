import { expect, it } from 'vitest'

import { openTarget } from './target.ts'

const at = (name: string) => `postgres://chaveiro@127.0.0.1:5432/${name}`
const pooled = (name: string) => `postgres://chaveiro@127.0.0.1:6432/${name}`

const target = (env: Record<string, string>) =>
  openTarget({ DATA_DIR: '/tmp/restored', ...env }).then(
    ({ databaseUrl }) => databaseUrl,
    (error: Error) => error.message,
  )

it('a restore bypasses the pooler, and refuses a session URL of another database [P475]', async () => {
  expect(await target({ DATABASE_URL: at('restored') })).toBe(at('restored'))
  expect(
    await target({ DATABASE_URL: pooled('restored'), DATABASE_SESSION_URL: at('restored') }),
  ).toBe(at('restored'))

  expect(await target({ DATABASE_URL: at('restored'), DATABASE_SESSION_URL: at('chaveiro') })).toBe(
    'DATABASE_URL leads to the database restored and DATABASE_SESSION_URL, which is used, to ' +
      'chaveiro: set both to the one that the backup goes into',
  )
})
