import { api } from '@chaveiro/contracts'
import type { Plugin } from 'vite'

const id = 'virtual:api'

/** What the browser needs of every call: method, path, access and captcha action, so that zod and the shapes never reach it. */
function slimRoutes(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(api).map(([domain, routes]) => [domain, Object.fromEntries(
    Object.entries(routes).map(([name, { method, path, access, captcha }]: [string, { method: string; path: string; access: string; captcha?: string }]) => [name, { method, path, access, captcha }]),
  )]))
}

/** Serves `virtual:api`, the contracts without their schemas; its type is the contracts' own (src/virtual-api.d.ts). */
export function apiPlugin(): Plugin {
  return {
    name: 'chaveiro-api',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? Object.entries(slimRoutes()).map(([domain, routes]) => `const ${domain} = ${JSON.stringify(routes)}`).join('\n')
      + `\nexport const api = { ${Object.keys(api).join(', ')} }\n` : undefined),
  }
}
