import type { RouteObject } from 'react-router'
import { page } from '../../lib/page.ts'
import { paths } from '../../lib/paths.ts'

/** Pages that need no session: register, login, forgot, reset. */
export const accountPublicPages: RouteObject[] = [
  page(paths.login, () => import('./sign/login-page.tsx'), 'account'),
  page(paths.register, () => import('./sign/register-page.tsx'), 'account'),
  page(paths.forgotPassword, () => import('./sign/forgot-page.tsx'), 'account'),
  page(paths.resetPassword, () => import('./sign/reset-page.tsx'), 'account'),
]

/** Pages behind the guard: the dashboard and its sections. */
export const accountPages: RouteObject[] = [
  page(paths.dashboard, () => import('./dashboard/dashboard-page.tsx'), 'account'),
  page(paths.orders, () => import('./orders/orders-page.tsx'), 'account'),
  page(paths.myProducts, () => import('./products/products-page.tsx'), 'account'),
  page(paths.settings, () => import('./settings/settings-page.tsx'), 'account'),
]
