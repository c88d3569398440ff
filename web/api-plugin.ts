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

/** Matches a module of calls, as imported and as resolved. */
export const isCallModule = /^\0?virtual:(?:own-|admin-)?api$/

export type Contracts = { api: typeof api; adminApi: typeof adminApi }

/**
 * Each virtual module and its calls. Calls of the back office, and calls that no first page makes,
 * are separate modules, so that only later chunks contain them.
 */
function callModules(contracts: Contracts): Record<string, { name: string; calls: Calls }> {
  // Calls that no first page makes; they load with the parts that make them.
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
    ...shopCalls
  } = contracts.api

  const { dashboard, refresh, logout, ...ownAccounts } = accounts
  const { latest, list, ...ownReviews } = reviews

  const laterCalls = {
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

  const firstPageCalls = {
    ...shopCalls,
    accounts: { dashboard, refresh, logout },
    reviews: { latest, list },
  }

  return {
    'virtual:api': { name: 'api', calls: firstPageCalls },
    'virtual:own-api': { name: 'ownApi', calls: laterCalls },
    'virtual:admin-api': { name: 'adminApi', calls: contracts.adminApi },
  }
}

/** Parser of the compact line of a call; see compactLine. */
const lineParser = `const call = (line) => {
  const [method, path, access, captcha, credentials] = line.split(' ')
  return { method, path, access, captcha: captcha || undefined, credentials: !!credentials || undefined }
}`

/**
 * A call as one line: method, path, access, captcha action, credentials. zod and the schemas stay
 * out of the browser.
 */
const compactLine = ({ method, path, access, captcha = '', credentials }: Call): string =>
  [method, path, access, captcha, credentials ? 'credentials' : ''].join(' ').trimEnd()

const domainSource = (routes: Record<string, Call>): string =>
  Object.entries(routes)
    .map(([name, route]) => `${name}: call('${compactLine(route)}')`)
    .join(', ')

/** Source of a module of calls by its resolved id; undefined for other ids. */
export function callsModule(resolved: string, contracts: Contracts): string | undefined {
  if (!isCallModule.test(resolved)) return undefined

  const callModule = callModules(contracts)[resolved.slice(1)]!
  const domainSources = Object.entries(callModule.calls).map(
    ([domain, routes]) => `${domain}: { ${domainSource(routes)} }`,
  )

  return `${lineParser}\nexport const ${callModule.name} = { ${domainSources.join(',\n')} }\n`
}

/**
 * Serves the contracts without their schemas; the types are the contracts' own
 * (src/virtual-api.d.ts).
 */
export function apiPlugin(): Plugin {
  return {
    name: 'chaveiro-api',
    // The test runner resolves ids that are resolved already.
    resolveId: (source) =>
      isCallModule.test(source) ? `\0${source.replace('\0', '')}` : undefined,
    load: (resolved) => callsModule(resolved, { api, adminApi }),
  }
}
