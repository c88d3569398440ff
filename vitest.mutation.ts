import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { apiPlugin } from './web/api-plugin.ts'

/**
 * Contracts first: a changed contract is noticed before the tests of its many users run.
 */
class ContractsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      `${Number(!moduleId.includes('/contracts/'))} ${moduleId}`
    return files.toSorted((a, b) => place(a).localeCompare(place(b)))
  }
}

const contracts = `${import.meta.dirname}/contracts/src`

/**
 * The tests that need neither a database nor a browser, so that each mutation of a rule is tested
 * quickly (npm run mutate).
 */
export default defineConfig({
  plugins: [apiPlugin()],

  // Stryker's copy has its own contracts with the mutations; node_modules would lead to the
  // originals.
  resolve: {
    alias: [
      { find: /^@chaveiro\/contracts$/, replacement: `${contracts}/index.ts` },
      { find: /^@chaveiro\/contracts\/admin$/, replacement: `${contracts}/admin/index.ts` },
      { find: /^@chaveiro\/contracts\/(.+)$/, replacement: `${contracts}/$1.ts` },
    ],
  },

  test: {
    include: [
      'contracts/src/*.test.ts',
      'server/src/**/*.rules.test.ts',
      'server/src/platform/{lists/csv,text/ip-address,text/money,time/store-calendar}.test.ts',
      'web/src/{api,i18n,state}/*.test.ts',
      'web/src/features/admin/{coupons,products,sales,security,settings,stock,system}/*.test.ts',
      'web/src/features/store/{checkout,shared,status}/*.test.ts',
      'web/src/features/store/outcome/next-look.test.ts',
    ],
    // Properties draw other values each time, but a score must be reproducible.
    exclude: ['**/*.properties.test.ts'],
    sequence: { sequencer: ContractsFirst },
  },
})
