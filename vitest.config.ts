import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'

import { ChosenOrder } from './scripts/tests/chosen-order.ts'
import { apiPlugin } from './web/api-plugin.ts'

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error(
    `Tests run on the project's Node 24 (npx vitest, npm test); this is ${process.version}.`,
  )

/** A list that should be empty is printed whole in a failure, not as its length. */
const common = { chaiConfig: { truncateThreshold: 2000 } }

/** While watchers are recorded, this setup file records which functions each test calls. */
const recorder = process.env.CHAVEIRO_RECORD ? ['scripts/watchers/record-modules.mjs'] : []

const setup = ['server/src/testing/global-setup.ts']

/** Tests of a whole shop, in processes of its own. */
const wholeShop = {
  ...common,
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
} as const

// *.long.* runs only in the long form (npm run test:long). *.sampled.* tries a sample in the daily
// form and all cases in the long form, which runs no other file again.
const isLong = process.env.CHAVEIRO_LONG === '1'

const files = (...folders: string[]) =>
  folders.map((name) => (isLong ? name.replace('*.', '*.{long,sampled}.') : name))

const exclude = [...defaultExclude, ...(isLong ? [] : ['**/*.long.*'])]

/** Tests wait for a browser or a database, so a few more workers than processors are busy. */
const maxWorkers = availableParallelism() + 1
const maxDatabaseWorkers = availableParallelism() + 2

export default defineConfig({
  test: {
    sequence: { sequencer: ChosenOrder },

    projects: [
      {
        test: {
          ...common,
          name: 'server',
          include: files('server/**/*.test.ts', 'sandbox/**/*.test.ts'),
          exclude,
          globalSetup: setup,
          setupFiles: recorder,
          pool: 'threads',
          // Files share their modules: loading the app again for each costs more than its tests.
          // Each test shop closes its own resources.
          isolate: false,
          maxWorkers: maxDatabaseWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [apiPlugin()],

        test: {
          ...common,
          // Tests without a database: the browser's code, the contracts, the scripts, the drawings.
          name: 'web',
          include: files(
            'contracts/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'drawings/**/*.test.ts',
          ),
          setupFiles: [...recorder, 'web/src/testing/default-language.ts'],
          exclude,
          pool: 'threads',
          isolate: false,
          // The same number as for the project `server`, so that both projects run at the same
          // time.
          maxWorkers: maxDatabaseWorkers,
          testTimeout: 10_000,
        },
      },
      {
        test: {
          ...common,
          name: 'screens',
          globalSetup: ['e2e/built-pages.ts'],
          include: files('screens/**/*.screen.ts'),
          exclude,
          setupFiles: process.env.CHAVEIRO_FAULTS ? ['screens/first-failure.ts'] : [],
          pool: 'threads',
          // Files of one worker share its browser.
          isolate: false,
          maxWorkers,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          ...wholeShop,
          name: 'e2e',
          globalSetup: ['e2e/built-pages.ts', 'e2e/global-setup.ts'],
          include: files('e2e/*.e2e.ts'),
          exclude,
          maxWorkers,
        },
      },
      {
        test: {
          ...wholeShop,
          name: 'processes',
          globalSetup: ['e2e/built-pages.ts'],
          include: files('e2e/processes/*.e2e.ts'),
          exclude,
          // Kills, races and timings run one file at a time; only the journeys run beside them.
          fileParallelism: false,
        },
      },
    ],
  },
})
