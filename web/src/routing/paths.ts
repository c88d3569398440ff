/**
 * Sections of the back office, as the URL spells them. The sidebar lacks `deliveries` and all
 * sections after it (Q80).
 */
export const adminSections = [
  'today',
  'sales',
  'transactions',
  'carts',
  'products',
  'categories',
  'licenses',
  'tickets',
  'users',
  'security',
  'notifications',
  'system',
  'logs',
  'settings',
  'stock',
  'cupons',
  'orders',
  'deliveries',
  'desk',
  'jobs',
  'discord',
  'reviews',
] as const

export type AdminSection = (typeof adminSections)[number]

/** All paths of the app. Components do not write paths by hand. */
export const paths = {
  home: '/',
  products: '/products',
  allProducts: '/products?sort=name',
  search: (words: string) => withQuery('/products', words.trim() ? { q: words.trim() } : {}),
  category: (name: string) => `/products/category/${encodeURIComponent(name)}`,
  product: (slug: string) => `/products/${slug}`,
  ownPage: (slug: string) => `/p/${slug}`,
  status: '/status',
  success: (ids: { payment_id?: string; session_id?: string } = {}) => withQuery('/success', ids),
  failed: (ids: { payment_id?: string; session_id?: string; reason?: string } = {}) =>
    withQuery('/failed', ids),
  register: '/register',
  login: '/login',
  discordLogin: '/login/discord',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  maintenance: '/maintenance',
  permission: '/permission',
  dashboard: '/dashboard',
  orders: '/dashboard/orders',
  myProducts: '/dashboard/products',
  settings: '/dashboard/settings',
  support: '/dashboard/support',
  supportTicket: (id: string) => `/dashboard/support/${id}`,
  newTicket: (order?: string) => withQuery('/dashboard/support', order ? { order } : { new: '1' }),
  checkout: '/checkout',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminSection: (section: AdminSection, query: Record<string, string> = {}) =>
    withQuery(`/admin/${section}`, query),
  sandbox: '/sandbox',
} as const

/** Whether a page needs a session. */
export function needsSession(path: string): boolean {
  return /^\/(?:dashboard|checkout|admin)(?:\/|$)/.test(path)
}

/** Whether a page is for browsing the shop. */
export function isShopPage(path: string): boolean {
  return path === paths.home || /^\/(?:products|status|terms|p)(?:\/|$)/.test(path)
}

/** Whether a page lists products and has a search field of its own. */
export function isShelf(path: string): boolean {
  return /^\/products(?:\/category\/[^/]+)?\/?$/.test(path)
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const queryString = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()
  if (queryString) return `${path}?${queryString}`

  return path
}
