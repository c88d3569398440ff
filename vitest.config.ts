import { defineConfig } from 'vitest/config'
import { apiPlugin } from './web/api-plugin.ts'

const setup = ['server/src/testing/global-setup.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['contracts/**/*.test.ts', 'server/**/*.test.ts', 'sandbox/**/*.test.ts'],
          globalSetup: setup,
          pool: 'threads',
          // Files share their modules: reading the app anew for each costs more than its tests. A world closes behind itself.
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
          name: 'e2e',
          expect: { poll: { timeout: 15_000 } },
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
