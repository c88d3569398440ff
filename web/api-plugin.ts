import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Plugin } from 'vite'

type Call = {
  method: string
  path: string
  access: string
  captcha?: string
  credentials?: true
}

type Calls = Record<string, Record<string, Call>>

/** A module of calls as it is imported, and as it is resolved. */
export const isCalls = /^\0?virtual:(?:own-|admin-)?api$/

export type Contracts = { api: typeof api; adminApi: typeof adminApi }

/**
 * Each module and the calls it holds: the back office's are a module of their own, so that only its
 * chunk carries them, and so are those that no first page makes.
 */
function modulesOf(contracts: Contracts): Record<string, { name: string; calls: Calls }> {
  // What no first page asks for by itself; its calls come with the parts that make them.
  const {
    ownAccount,
    ownNotifications,
    chatAccount,
    chatLogin,
    support,
    restock,
    orders,
    licences,
    payments,
    notifications,
    status,
    sitePages,
    accounts,
    reviews,
    visits,
    ...shop
  } = contracts.api

  const { dashboard, refresh, logout, ...ownAccounts } = accounts
  const { latest, list, ...ownReviews } = reviews

  const own = {
    ownAccount,
    ownNotifications,
    chatAccount,
    chatLogin,
    support,
    restock,
    orders,
    licences,
    payments,
    notifications,
    status,
    sitePages,
    accounts: ownAccounts,
    reviews: ownReviews,
    visits,
  }

  const first = { ...shop, accounts: { dashboard, refresh, logout }, reviews: { latest, list } }

  return {
    'virtual:api': { name: 'api', calls: first },
    'virtual:own-api': { name: 'ownApi', calls: own },
    'virtual:admin-api': { name: 'adminApi', calls: contracts.adminApi },
  }
}

/** Reads a call from the line that stands for it; see lineOf. */
const reader = `const call = (line) => {
  const [method, path, access, captcha, credentials] = line.split(' ')
  return { method, path, access, captcha: captcha || undefined, credentials: !!credentials || undefined }
}`

/**
 * What the browser needs of a call, in a line: method, path, access, captcha action and whether it
 * takes credentials, so that zod and the shapes never reach it.
 */
const lineOf = ({ method, path, access, captcha = '', credentials }: Call): string =>
  [method, path, access, captcha, credentials ? 'credentials' : ''].join(' ').trimEnd()

/** The calls of a domain, as they are written into its module. */
const written = (routes: Record<string, Call>): string =>
  Object.entries(routes)
    .map(([name, route]) => `${name}: call('${lineOf(route)}')`)
    .join(', ')

/** The text of a module of calls, by the id that it was resolved to; undefined for any other. */
export function callsModule(resolved: string, contracts: Contracts): string | undefined {
  if (!isCalls.test(resolved)) return undefined

  const module = modulesOf(contracts)[resolved.slice(1)]!
  const domains = Object.entries(module.calls).map(
    ([domain, routes]) => `${domain}: { ${written(routes)} }`,
  )

  return `${reader}\nexport const ${module.name} = { ${domains.join(',\n')} }\n`
}

/**
 * Serves the contracts without their schemas; their types are the contracts' own
 * (src/virtual-api.d.ts).
 */
export function apiPlugin(): Plugin {
  return {
    name: 'chaveiro-api',
    // A test's runner resolves what is resolved already.
    resolveId: (source) => (isCalls.test(source) ? `\0${source.replace('\0', '')}` : undefined),
    load: (resolved) => callsModule(resolved, { api, adminApi }),
  }
}
