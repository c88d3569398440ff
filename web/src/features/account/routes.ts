import type { Namespace } from '@chaveiro/contracts/limits'
import type { RouteObject } from 'react-router'

import { page } from '../../routing/page.ts'
import { paths } from '../../routing/paths.ts'

/** Pages that need no session: register, login, forgot, reset. */
export const accountPublicPages: RouteObject[] = [
  page(paths.login, () => import('./sign/login-page.tsx'), 'account'),
  page(paths.discordLogin, () => import('./sign/discord-page.tsx'), 'account'),
  page(paths.register, () => import('./sign/register-page.tsx'), 'account'),
  page(paths.forgotPassword, () => import('./sign/forgot-page.tsx'), 'account'),
  page(paths.resetPassword, () => import('./sign/reset-page.tsx'), 'account'),
]

type Name = keyof typeof import('./pages.ts').pages

const guarded = (name: Name, path: string, ...more: Namespace[]): RouteObject =>
  page(path, async () => (await import('./pages.ts')).pages[name](), 'account', ...more)

/** Pages behind the guard: the dashboard and its sections. */
export const accountPages: RouteObject[] = [
  guarded('dashboard', paths.dashboard),
  guarded('orders', paths.orders),
  guarded('myProducts', paths.myProducts),
  guarded('settings', paths.settings),
  guarded('support', paths.support, 'support'),
  guarded('supportTicket', paths.supportTicket(':ticketId'), 'support'),
]
