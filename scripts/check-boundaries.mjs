// Who may import whom, and no cycles (docs/architecture.md).
import { importsOf, isTest, report, sources } from './sources.mjs'

const domains = {
  audit: [],
  system: ['audit'],
  statistics: [],
  status: [],
  settings: ['audit'],
  mails: ['settings'],
  security: ['audit', 'settings'],
  // What licences, products and people give in the chat server is told by those who change them.
  community: ['audit', 'settings'],
  catalogue: ['audit', 'community', 'settings'],
  licences: ['audit', 'community', 'mails', 'settings'],
  stock: ['audit', 'mails', 'settings'],
  coupons: ['audit', 'settings'],
  tickets: ['audit', 'mails', 'settings'],
  notifications: ['audit', 'settings'],
  accounts: ['audit', 'community', 'mails', 'settings'],
  cart: ['audit', 'coupons'],
  orders: ['audit', 'licences', 'settings'],
  fulfilment: ['audit', 'licences', 'mails', 'notifications', 'orders', 'settings', 'stock'],
  payments: [
    'accounts',
    'audit',
    'cart',
    'coupons',
    'fulfilment',
    'licences',
    'mails',
    'orders',
    'settings',
    'stock',
  ],
  // The chat is another front of the shop: it calls what the routes of the site call.
  chat: ['cart', 'catalogue', 'notifications', 'orders', 'payments', 'settings', 'tickets'],
}
const everything =
  /^server\/src\/(jobs\/(handlers|schedule)|http|http-admin|main|cli\/|web\/|demo\/|testing\/)/

function fault(path, { name, to, type }) {
  if (path.startsWith('contracts/'))
    return to === null && name !== 'zod' ? 'contracts import zod only' : null
  if (path.startsWith('sandbox/'))
    return to?.startsWith('server/') || name.startsWith('@chaveiro/server')
      ? 'the sandbox never imports the server'
      : null
  if (path.startsWith('web/src/')) return webFault(path, to)
  if (!path.startsWith('server/src/') || everything.test(path) || to === null) return null
  const area = to.replace('server/src/', '')
  if (path.startsWith('server/src/build-app'))
    return area.startsWith('domains/') ? 'build-app imports no domain' : null
  if (/^server\/src\/(platform|db)\//.test(path))
    return /^(platform|db)\//.test(area) || (area.startsWith('providers/') && type)
      ? null
      : 'platform and db know no domain and no provider but by type'
  if (path.startsWith('server/src/providers/'))
    return /^(platform|providers)\//.test(area)
      ? null
      : 'an adapter imports platform and contracts only'
  if (path.startsWith('server/src/jobs/names'))
    return area.startsWith('platform/') ? null : 'job names import platform only'
  return domainFault(path, area)
}

function domainFault(path, area) {
  const own = /^server\/src\/domains\/(\w+)\//.exec(path)?.[1]
  const other = /^domains\/(\w+)\//.exec(area)?.[1]
  if (!own) return null
  if (other)
    return other === own || domains[own]?.includes(other)
      ? null
      : `the domain ${own} may not import ${other}`
  if (area.startsWith('providers/'))
    return area.endsWith('/port.ts') ? null : 'a domain imports ports, not adapters'
  return /^(platform|db|jobs\/names)/.test(area)
    ? null
    : 'a domain imports platform, db, job names, ports and the domains below'
}

function webFault(path, to) {
  if (!to) return null
  const from = path.replace('web/src/', '')
  const area = to.replace('web/src/', '')
  if (from.startsWith('ui/'))
    return area.startsWith('ui/')
      ? null
      : 'ui knows no router, no query, no i18n, nothing but itself'
  if (from.startsWith('lib/'))
    return area.startsWith('lib/') ||
      (area.startsWith('ui/') === false && !/^(features|app|kit)\//.test(area))
      ? null
      : 'lib imports lib and contracts'
  if (from.startsWith('kit/')) return /^(kit|ui|lib)\//.test(area) ? null : 'kit imports ui and lib'
  const feature = /^features\/(\w+)\/([\w-]+)/.exec(from)
  if (!feature) return null
  return /^(kit|ui|lib)\//.test(area) ||
    area.startsWith(`features/${feature[1]}/`) ||
    area.startsWith('app/paths')
    ? null
    : 'a feature imports kit, ui, lib, paths and its own area'
}

const files = sources(
  ['contracts', 'server/src', 'sandbox/src', 'web/src'],
  ['.ts', '.tsx'],
).filter((path) => !isTest(path))
const breaches = []
const graph = new Map()
for (const path of files) {
  const imports = importsOf(path)
  graph.set(
    path,
    imports.filter((one) => one.to).map((one) => one.to),
  )
  for (const one of imports) {
    const rule = fault(path, one)
    if (rule) breaches.push(`${path}:${one.line} ${rule} (${one.name})`)
  }
}

const state = new Map()
function visit(path, trail) {
  if (state.get(path) === 'done') return
  if (state.get(path) === 'open') {
    breaches.push(`${path}:1 cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`)
    return
  }
  state.set(path, 'open')
  for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
  state.set(path, 'done')
}
for (const path of graph.keys()) visit(path, [])
report('import rules', breaches)
