import { expect, it } from 'vitest'

import { openTarget } from './target.ts'

const directUrl = (name: string) => `postgres://chaveiro@127.0.0.1:5432/${name}`
const pooledUrl = (name: string) => `postgres://chaveiro@127.0.0.1:6432/${name}`

const restoreTarget = (env: Record<string, string>) =>
  openTarget({ DATA_DIR: '/tmp/restored', ...env }).then(
    ({ databaseUrl }) => databaseUrl,
    (error: Error) => error.message,
  )

it('a restore bypasses the pooler, and refuses a session URL of another database [P475]', async () => {
  expect(await restoreTarget({ DATABASE_URL: directUrl('restored') })).toBe(directUrl('restored'))
  expect(
    await restoreTarget({
      DATABASE_URL: pooledUrl('restored'),
      DATABASE_SESSION_URL: directUrl('restored'),
    }),
  ).toBe(directUrl('restored'))

  expect(
    await restoreTarget({
      DATABASE_URL: directUrl('restored'),
      DATABASE_SESSION_URL: directUrl('chaveiro'),
    }),
  ).toBe(
    'DATABASE_URL leads to the database restored and DATABASE_SESSION_URL, which is used, to ' +
      'chaveiro: set both to the one that the backup goes into',
  )
})
