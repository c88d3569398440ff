import type { ViewSection } from '@chaveiro/contracts/admin/saved-views'

const masculineAll = { name: 'views.all', filters: {} } as const
const feminineAll = { name: 'views.allF', filters: {} } as const

/** The built-in views of each section; the first one is the whole list. */
export const fixedViews = {
  orders: [
    masculineAll,
    { name: 'views.review', filters: { waits: 'review' } },
    { name: 'views.delivery', filters: { waits: 'delivery' } },
    { name: 'views.pending', filters: { status: 'pending' } },
  ],

  transactions: [
    feminineAll,
    { name: 'views.pending', filters: { status: 'pending' } },
    { name: 'views.completed', filters: { status: 'completed' } },
    { name: 'views.refunded', filters: { status: 'refunded' } },
  ],

  carts: [
    masculineAll,
    { name: 'views.activeM', filters: { status: 'active' } },
    { name: 'views.abandoned', filters: { status: 'abandoned' } },
  ],
  users: [
    masculineAll,
    { name: 'views.admins', filters: { role: 'admin' } },
    { name: 'views.banned', filters: { banned: 'true' } },
  ],
  products: [
    masculineAll,
    { name: 'views.activeM', filters: { status: 'active' } },
    { name: 'views.inactive', filters: { status: 'inactive' } },
  ],
  licenses: [
    feminineAll,
    { name: 'views.activeF', filters: { status: 'active' } },
    { name: 'views.expiredF', filters: { status: 'expired' } },
  ],
  stock: [
    feminineAll,
    { name: 'views.available', filters: { status: 'available' } },
    { name: 'views.used', filters: { status: 'used' } },
  ],
  cupons: [
    masculineAll,
    { name: 'views.activeM', filters: { status: 'active' } },
    { name: 'views.expiredM', filters: { status: 'expired' } },
  ],
  reviews: [
    feminineAll,
    { name: 'views.pending', filters: { status: 'pending' } },
    { name: 'adminReviews.reported', filters: { reported: 'true' } },
  ],
} as const satisfies Record<
  ViewSection,
  readonly { name: string; filters: Readonly<Record<string, string>> }[]
>
