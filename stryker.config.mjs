// npm run mutate: mutates the rules, one place at a time, and counts the mutants that no test
// notices (docs/figures.md has the scores).
export default {
  mutate: [
    'contracts/src/{states,payment-words,method-names}.ts',
    'server/src/**/*.rules.ts',
    'server/src/platform/{lists/csv,text/ip-address,text/money,time/store-calendar}.ts',
    'web/src/i18n/{format,language,typed-number}.ts',
    'web/src/api/{http,refresh}.ts',
    'web/src/state/{cart-queue,guard,local-cart}.ts',
    'web/src/features/admin/coupons/coupon-fields.ts',
    'web/src/features/admin/products/product-fields.ts',
    'web/src/features/admin/sales/chart-data.ts',
    'web/src/features/admin/security/ban-body.ts',
    'web/src/features/admin/settings/settings-rules.ts',
    'web/src/features/admin/stock/{paste,stock-moves}.ts',
    'web/src/features/admin/system/figures.ts',
    'web/src/features/store/checkout/live-payment.ts',
    'web/src/features/store/outcome/next-look.ts',
    'web/src/features/store/shared/{coupon,payment}.ts',
    'web/src/features/store/status/shown-status.ts',
  ],

  testRunner: 'vitest',
  // Stryker would rewrite a tsconfig.json in its copy with an API that TypeScript 7 no longer has.
  tsconfigFile: 'none',
  vitest: { configFile: 'vitest.mutation.ts' },
  // Folders that no unit test reads, so Stryker's copy does not need them.
  ignorePatterns: ['/bench', '/data', '/docs', '/e2e', '/sandbox', '/web/dist', '/web/dist-server'],
  tempDirName: 'data/mutation',
  concurrency: 1,
  incremental: true,
  incrementalFile: 'data/mutation.json',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'data/mutation-report.json' },
  thresholds: { high: 95, low: 90, break: 90 },
}
