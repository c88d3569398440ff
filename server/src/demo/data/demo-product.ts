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
  /** Number of keys in stock; products of other providers have none. */
  keys: number
  /** The pattern of a key: each x becomes a letter or digit. */
  keyForm: string
  /** Relative probability of a sale. */
  appeal: number
  /** The role of the demo chat server that a licence of the product grants. */
  role?: keyof typeof demoRoles
  currency?: 'USD'
  featured?: true
  provider?: 'manual' | 'keyauth'
  status?: 'inactive' | 'maintenance' | 'discontinued'
}
