// Faults in records and messages: CSV files, the audit log, mails.
const domains = 'server/src/domains'

export const records = [
  {
    name: 'a column of a file shows another field',
    file: `${domains}/tickets/tickets.admin.routes.ts`,
    from: "['firstResponseAt', (row) => row.firstResponseAt]",
    to: "['firstResponseAt', (row) => row.updatedAt]",
    seenBy: ['server', 'csv-columns.test'],
  },
  {
    name: 'what a month sold is told with another source',
    file: `${domains}/statistics/month.queries.ts`,
    from: "coalesce(${orders.source}, '')",
    to: "coalesce(${orders.origin}, '')",
    seenBy: ['server', 'csv-columns.test'],
  },
  {
    name: 'a note on a ticket leaves another line in the trail',
    file: `${domains}/tickets/desk.service.ts`,
    from: "action: 'ticket.noted'",
    to: "action: 'ticket.assigned'",
    seenBy: ['server', 'staff-acts.test'],
  },
  {
    name: 'a change of a variant is written down for the action, not the product',
    file: `${domains}/catalogue/variants/variants.changes.service.ts`,
    from: 'targetId: productId,',
    to: 'targetId: entry.action,',
    seenBy: ['server', 'staff-acts.test'],
  },
  {
    name: 'a mail is always in one language',
    file: `${domains}/fulfilment/delivery/deliveries.mail.ts`,
    from: 'to: replacement,\n      values: { ...replacement,',
    to: "to: { ...replacement, language: 'pt-BR' },\n      values: { ...replacement,",
    seenBy: ['server', 'mails/mails.readers'],
  },
  {
    name: 'somebody banned is told that a product is back',
    file: `${domains}/stock/stock.mail.ts`,
    from: ', eq(users.isBanned, false)))',
    to: '))',
    seenBy: ['server', 'mails/mails.readers'],
  },
  {
    name: 'a mail says that the old key still works',
    file: `${domains}/mails/templates/licence.ts`,
    from: 'The old key is no longer valid; the new ',
    to: 'The old key is still valid; the new ',
    seenBy: ['server', 'mails/mails.letter'],
  },
]
