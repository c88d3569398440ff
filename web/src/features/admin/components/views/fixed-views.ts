import type { ViewSection } from '@chaveiro/contracts/admin/saved-views'

const all = { name: 'views.all', filters: {} } as const
const allF = { name: 'views.allF', filters: {} } as const

/** The views that every shop has of a section; the first is the whole list. */
export const fixedViews = {
  orders: [
    all,
    { name: 'views.review', filters: { waits: 'review' } },
    { name: 'views.delivery', filters: { waits: 'delivery' } },
    { name: 'views.pending', filters: { status: 'pending' } },
  ],

  transactions: [
    allF,
    { name: 'views.pending', filters: { status: 'pending' } },
    { name: 'views.completed', filters: { status: 'completed' } },
    { name: 'views.refunded', filters: { status: 'refunded' } },
  ],

  carts: [
    all,
    { name: 'views.activeM', filters: { status: 'active' } },
    { name: 'views.abandoned', filters: { status: 'abandoned' } },
  ],
  users: [
    all,
    { name: 'views.admins', filters: { role: 'admin' } },
    { name: 'views.banned', filters: { banned: 'true' } },
  ],
  products: [
    all,
    { name: 'views.activeM', filters: { status: 'active' } },
    { name: 'views.inactive', filters: { status: 'inactive' } },
  ],
  licenses: [
    allF,
    { name: 'views.activeF', filters: { status: 'active' } },
    { name: 'views.expiredF', filters: { status: 'expired' } },
  ],
  stock: [
    allF,
    { name: 'views.available', filters: { status: 'available' } },
    { name: 'views.used', filters: { status: 'used' } },
  ],
  cupons: [
    all,
    { name: 'views.activeM', filters: { status: 'active' } },
    { name: 'views.expiredM', filters: { status: 'expired' } },
  ],
  reviews: [
    allF,
    { name: 'views.pending', filters: { status: 'pending' } },
    { name: 'adminReviews.reported', filters: { reported: 'true' } },
  ],
} as const satisfies Record<
  ViewSection,
  readonly { name: string; filters: Readonly<Record<string, string>> }[]
>
