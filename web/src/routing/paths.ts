/**
 * Sections of the back office as their addresses spell them. Orders, deliveries and later ones are
 * not in the sidebar (Q80).
 */
export const adminSections = [
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

/** Every address of the app. Components do not write paths by hand. */
export const paths = {
  home: '/',
  products: '/products',
  allProducts: '/products?sort=name',
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

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const queryString = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()
  if (queryString) return `${path}?${queryString}`

  return path
}
