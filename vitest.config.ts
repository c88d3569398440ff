import { defineConfig } from 'vitest/config'
import { apiPlugin } from './web/api-plugin.ts'

const setup = ['server/src/testing/global-setup.ts']
/** Tests of a whole shop, in processes of its own. */
const wholeShop = {
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['contracts/**/*.test.ts', 'server/**/*.test.ts', 'sandbox/**/*.test.ts'],
          globalSetup: setup,
          pool: 'threads',
          // Files share their modules: reading the app anew for each costs more than its tests. A
          // world closes behind itself.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [apiPlugin()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          pool: 'threads',
          maxWorkers: 2,
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['e2e/screens/**/*.screen.ts'],
          pool: 'threads',
          // Files of one worker share its browser.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          ...wholeShop,
          name: 'e2e',
          globalSetup: ['e2e/global-setup.ts'],
          include: ['e2e/*.e2e.ts'],
          // A test in the browser waits more than it works.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...wholeShop,
          name: 'processes',
          include: ['e2e/processes/*.e2e.ts'],
          // What is killed, raced and timed has the machine for itself.
          fileParallelism: false,
        },
      },
    ],
  },
})
