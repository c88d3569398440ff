/** Ids of roles in the sandbox's chat server. */
export const demoRoles = { vip: '1300000000000000203', customer: '1300000000000000204' } as const

export type DemoProduct = {
  slug: string
  category: string
  name: string
  description: string
  priceCents: number
  level: number
  expirationDays: number
  /** Free keys on the shelf; products of other providers have none. */
  keys: number
  /** Form of a key: each x becomes a letter or digit. */
  keyForm: string
  /** Its weight among the products sold. */
  appeal: number
  /** The role of the demo chat server that its licence grants. */
  role?: keyof typeof demoRoles
  currency?: 'USD'
  featured?: true
  provider?: 'manual' | 'keyauth'
  status?: 'inactive' | 'maintenance' | 'discontinued'
}
