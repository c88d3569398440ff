// The table of allowed imports. `npm run check` enforces it; `npm run picture` draws it into
// docs/architecture.md.

/**
 * Each domain of the server with the domains it may call. A call to a domain that is not listed
 * would make a cycle or skip the layers.
 */
export const domains = {
  // SQL shared by many domains: which payments are real money, and how long the books keep names.
  books: [],
  audit: ['books'],
  rotation: ['audit'],
  backup: ['laws', 'rotation'],
  'jobs-admin': ['audit'],
  watch: ['mails'],
  statistics: ['books'],
  visits: [],
  status: ['audit', 'settings'],
  settings: ['audit', 'books'],
  mails: ['settings'],
  security: ['audit', 'settings'],
  // Domains that change licences, products or people call `discord-roles`, so that the roles in
  // Discord follow each change.
  'discord-roles': ['audit', 'settings'],
  catalogue: ['audit', 'books', 'discord-roles', 'settings'],
  licences: ['audit', 'books', 'discord-roles', 'mails', 'settings'],
  stock: ['audit', 'mails', 'settings'],
  coupons: ['audit', 'settings'],
  tickets: ['audit', 'books', 'mails', 'settings'],
  // Sales, reviews and messages reach `notifications` as events (platform/queue/publish.ts), not as
  // calls.
  notifications: ['audit', 'settings'],
  reviews: ['audit', 'mails', 'settings'],

  accounts: [
    'audit',
    'books',
    'discord-roles',
    'licences',
    'mails',
    'notifications',
    'reviews',
    'settings',
    'tickets',
  ],

  cart: ['audit', 'books', 'coupons'],
  orders: ['audit', 'books', 'licences', 'mails', 'settings'],
  fulfilment: ['audit', 'licences', 'mails', 'orders', 'settings', 'stock'],

  payments: [
    'accounts',
    'audit',
    'books',
    'cart',
    'catalogue',
    'coupons',
    'fulfilment',
    'licences',
    'mails',
    'orders',
    'settings',
    'stock',
    'tickets',
  ],

  // The export of personal data reads every domain that stores personal data.
  privacy: ['accounts', 'audit', 'books', 'orders', 'payments', 'tickets'],
  providers: ['audit', 'payments', 'settings'],

  // Each domain owns its invariants; `laws` collects and checks them.
  laws: [
    'catalogue',
    'coupons',
    'fulfilment',
    'jobs-admin',
    'licences',
    'orders',
    'payments',
    'reviews',
    'stock',
    'tickets',
  ],

  // The shop in Discord calls the same functions as the routes of the site.
  'discord-shop': [
    'cart',
    'catalogue',
    'notifications',
    'orders',
    'payments',
    'settings',
    'tickets',
  ],
}

/**
 * The layers of a domain, lowest first: a topic folder may call only the folders before it. '.'
 * means the files directly in the domain's folder.
 */
const floors = {
  accounts: [
    'kept-cpf',
    'saved-views',
    'people',
    'password',
    'session',
    'mail-codes',
    'two-factor',
    'step-up',
    'own-mail',
    'new-password',
    'login',
    'discord-link',
    'customers',
    '.',
  ],
  catalogue: ['uploads', 'variants', 'prices', 'products', 'categories', 'pages', 'search', '.'],
  fulfilment: ['grants', 'delivery', 'keys', 'minting', '.'],
  mails: ['templates', '.'],
  notifications: ['push', '.'],
  payments: [
    'state',
    'withdrawals',
    'refunds',
    'disputes',
    'settlement',
    'checkout',
    'review',
    'transactions',
    'manual',
    '.',
  ],
  settings: ['pages', '.'],
  status: ['history', 'announcements', '.'],
}

const tests = '\\.test\\.tsx?$'
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** A rule: the files in `of` may import only `allowed` from `inside`. */
const only = (name, comment, { of, inside, allowed, ...more }) =>
  rule(name, comment, { path: of, pathNot: tests }, { path: inside, pathNot: allowed, ...more })

/** A pattern of the files in one layer of a domain. */
const filesOf = (domain, floor) =>
  `^server/src/domains/${domain}/${floor === '.' ? '[^/]+$' : `${floor}/`}`

const foldersOf = (domain) => floors[domain].filter((topic) => topic !== '.')

export default {
  forbidden: [
    rule('no-cycles', 'Values and types alike.', {}, { circular: true }),
    only('contracts-below-all', 'Contracts import themselves and zod.', {
      of: '^contracts/src/',
      inside: '.',
      allowed: '^contracts/src/|(^|/)node_modules/zod/',
    }),
    rule(
      'sandbox-is-foreign',
      'The sandbox is the other side of the wire: it never sees the server.',
      { path: '^sandbox/' },
      { path: '^server/' },
    ),
    only(
      'platform-knows-no-domain',
      'Platform and database know no domain, and ports by type only.',
      {
        of: '^server/src/(platform|db)/',
        inside: '^server/src/',
        allowed: '^server/src/(platform|db)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    only('platform-types', 'Platform and database know only the types of ports.', {
      of: '^server/src/(platform|db)/',
      inside: '^server/src/',
      allowed: '^server/src/(platform|db|ports)/',
    }),
    rule(
      'platform-knows-no-table',
      'Only domains read the tables of domains; platform reads its own and the queue.',
      { path: '^server/src/platform/', pathNot: tests },
      { path: '^server/src/db/tables/' },
    ),
    only('adapters', 'An adapter imports platform, contracts and its port.', {
      of: '^server/src/adapters/',
      inside: '^server/src/',
      allowed: '^server/src/(platform|ports|adapters)/',
    }),
    only('ports', 'A port imports platform and other ports.', {
      of: '^server/src/ports/',
      inside: '^server/src/',
      allowed: '^server/src/(platform|ports)/',
    }),
    only('job-names', 'The definitions of jobs are the bottom of the graph.', {
      of: '^server/src/platform/queue/jobs',
      inside: '^server/src/',
      allowed: '^server/src/platform/',
    }),
    rule(
      'wiring-knows-no-domain',
      'The App is wired without any domain.',
      { path: '^server/src/build-' },
      { path: '^server/src/domains/' },
    ),
    only('domains-below', 'A domain imports platform, database, ports and the domains below it.', {
      of: '^server/src/domains/',
      inside: '^server/src/',
      allowed: '^server/src/(platform|db|domains|ports)/',
    }),
    ...Object.entries(domains).map(([name, below]) =>
      only(`domain-${name}`, `${name} calls ${below.join(', ') || 'no other domain'}.`, {
        of: `^server/src/domains/${name}/`,
        inside: '^server/src/domains/',
        allowed: `^server/src/domains/(${[name, ...below].join('|')})/`,
      }),
    ),
    ...Object.entries(floors).flatMap(([domain, stack]) =>
      stack.map((floor, height) =>
        only(`floor-${domain}-${floor}`, `${floor} calls the floors of ${domain} below it.`, {
          of: filesOf(domain, floor),
          inside: `^server/src/domains/${domain}/`,
          allowed: stack
            .slice(0, height + 1)
            .map((below) => filesOf(domain, below))
            .join('|'),
        }),
      ),
    ),
    rule(
      'folder-has-a-floor',
      'A folder of a domain has its floor in the table.',
      { path: '^server/src/domains/' },
      {
        path: '^server/src/domains/[^/]+/[^/]+/',
        pathNot: Object.keys(floors).map(
          (domain) => `^server/src/domains/${domain}/(${foldersOf(domain).join('|')})/`,
        ),
      },
    ),
    only('ui', 'ui knows no router, query or language.', {
      of: '^web/src/ui/',
      inside: '^web/src/',
      allowed: '^web/src/(ui/|external-store\\.ts)',
    }),
    rule(
      'no-screens-below',
      'Calls, state, words and addresses know no screen.',
      { path: '^web/src/(api|state|i18n|routing)/', pathNot: tests },
      { path: '^web/src/(ui|features|app)/' },
    ),
    only(
      'admin-components',
      'Components shared by the sections of the back office import none of them.',
      {
        of: '^web/src/features/admin/components/',
        inside: '^web/src/',
        allowed:
          '^web/src/((ui|api|state|i18n|routing|features/admin/components)/|external-store\\.ts)',
      },
    ),
    only(
      'features',
      'A feature imports ui, api, state, i18n, routing, its own area and the shared.',
      {
        of: '^web/src/features/([^/]+)/',
        inside: '^web/src/',
        allowed:
          '^web/src/((ui|api|state|i18n|routing)/|external-store\\.ts)|^web/src/features/($1|shared)/',
      },
    ),
    rule(
      'no-orphans',
      'A file that no other file imports is an entry, or is deleted.',
      {
        orphan: true,
        pathNot: `${tests}|\\.d\\.ts$|^web/src/(service-worker\\.js|main\\.tsx|entry-server\\.tsx)$`,
      },
      {},
    ),
  ],

  options: {
    // TypeScript 7 has no compiler API yet; swc reads the imports.
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
    exclude: { path: '^web/dist' },
    reporterOptions: {
      archi: {
        collapsePattern:
          '^(server/src/(domains/|adapters/)?[^/]+|web/src/(features/)?[^/]+|contracts|sandbox)',
      },
    },
  },
}
