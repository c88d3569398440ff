// Faults in counting visits, in the figures of the business page, and in saving products.
const statistics = 'server/src/domains/statistics'
const visits = 'server/src/domains/visits/visits.service.ts'
const products = 'web/src/features/admin/products'

export const business = [
  {
    name: 'what went back stays in what the shop keeps',
    file: `${statistics}/business.admin.routes.ts`,
    from: 'incomeCents - feesCents - refunds.cents',
    to: 'incomeCents - feesCents',
    seenBy: ['server', 'statistics/business.test'],
  },
  {
    name: 'a repeated payment that was sent back counts as a refund',
    file: `${statistics}/statistics.queries.ts`,
    from: " and ${refunds.reason} <> 'duplicate'",
    to: '',
    seenBy: ['server', 'statistics/business.test'],
  },
  {
    name: 'the file of a month counts a refund in the month of the sale',
    file: `${statistics}/month.queries.ts`,
    from: 'withinSpan(app, refunds.updatedAt, span)',
    to: 'withinSpan(app, orders.completedAt, span)',
    seenBy: ['server', 'statistics/business.test'],
  },
  {
    name: 'days are compared with themselves',
    file: `${statistics}/business.admin.routes.ts`,
    from: 'before: revenueOn(earlierDays[index])',
    to: 'before: revenueOn(date)',
    seenBy: ['server', 'statistics/business.test'],
  },
  {
    name: 'visits that could not be written are lost',
    file: visits,
    from: '    app.visits.giveBack(pendingCounts)\n',
    to: '',
    seenBy: ['server', 'visits/visits.test'],
  },
  {
    name: 'sources grow without end',
    file: visits,
    from: ' || knownSources.size < mostSources',
    to: ' || knownSources.size < 1e9',
    seenBy: ['server', 'visits/visits.test'],
  },
  {
    name: 'fewer refunds are bad news',
    file: 'web/src/features/admin/sales/business-cards.tsx',
    from: 'changeRate > 0 !== (lessIsBetter === true)',
    to: 'changeRate > 0',
    seenBy: ['screens', 'screens/business.screen'],
  },
  {
    name: 'a new product has a term that nobody chose',
    file: `${products}/page-form-fields.ts`,
    from: "price: '', expiration: '', validity: ''",
    to: "price: '', expiration: '1', validity: 'days'",
    seenBy: ['screens', 'screens/product-editor.screen'],
  },
  {
    name: 'a price that could be two is taken for one of them',
    file: 'web/src/i18n/typed-number.ts',
    from: 'if (ambiguousNumber.test(digits)) {',
    to: 'if (false) {',
    seenBy: ['screens', 'screens/typed-numbers.screen'],
  },
]
