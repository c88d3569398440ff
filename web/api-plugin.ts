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

/**
 * Each module and the calls it holds: the back office's are a module of their own, so that only its
 * chunk carries them.
 */
const modules: Record<string, { name: string; calls: Calls }> = {
  'virtual:api': { name: 'api', calls: api },
  'virtual:admin-api': { name: 'adminApi', calls: adminApi },
}

/**
 * What the browser needs of every call: method, path, access, captcha action and whether it
 * takes credentials, so that zod and the shapes never reach it.
 */
function slim(calls: Calls): [string, string][] {
  return Object.entries(calls).map(([domain, routes]) => [
    domain,
    JSON.stringify(
      Object.fromEntries(
        Object.entries(routes).map(([name, { method, path, access, captcha, credentials }]) => [
          name,
          { method, path, access, captcha, credentials },
        ]),
      ),
    ),
  ])
}

/**
 * Serves the contracts without their schemas; their types are the contracts' own
 * (src/virtual-api.d.ts).
 */
export function apiPlugin(): Plugin {
  return {
    name: 'chaveiro-api',
    resolveId: (source) => (source in modules ? `\0${source}` : undefined),
    load(resolved) {
      const module = modules[resolved.slice(1)]
      if (!module || !resolved.startsWith('\0')) return undefined
      return `${slim(module.calls)
        .map(([domain, routes]) => `const ${domain} = ${routes}`)
        .join('\n')}\nexport const ${module.name} = { ${Object.keys(module.calls).join(', ')} }\n`
    },
  }
}
