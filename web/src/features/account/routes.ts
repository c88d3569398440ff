import type { RouteObject } from 'react-router'
import { page } from '../../routing/page.ts'
import { paths } from '../../routing/paths.ts'

/** Pages that need no session: register, login, forgot, reset. */
export const accountPublicPages: RouteObject[] = [
  page(paths.login, () => import('./sign/login-page.tsx'), 'account'),
  page(paths.register, () => import('./sign/register-page.tsx'), 'account'),
  page(paths.forgotPassword, () => import('./sign/forgot-page.tsx'), 'account'),
  page(paths.resetPassword, () => import('./sign/reset-page.tsx'), 'account'),
]

const guarded = (name: keyof typeof import('./pages.ts').pages): RouteObject =>
  page(paths[name], async () => (await import('./pages.ts')).pages[name](), 'account')

/** Pages behind the guard: the dashboard and its sections. */
export const accountPages: RouteObject[] = [
  guarded('dashboard'),
  guarded('orders'),
  guarded('myProducts'),
  guarded('settings'),
]
