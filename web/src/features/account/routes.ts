import type { Namespace } from '@chaveiro/contracts/limits'
import type { RouteObject } from 'react-router'

import { page } from '../../routing/page.ts'
import { paths } from '../../routing/paths.ts'

/** Pages without a session: login, register, forgot, reset. */
export const accountPublicPages: RouteObject[] = [
  page(paths.login, () => import('./sign/login-page.tsx'), 'account'),
  page(paths.discordLogin, () => import('./sign/discord-page.tsx'), 'account'),
  page(paths.register, () => import('./sign/register-page.tsx'), 'account'),
  page(paths.forgotPassword, () => import('./sign/forgot-page.tsx'), 'account'),
  page(paths.resetPassword, () => import('./sign/reset-page.tsx'), 'account'),
]

type AccountPageName = keyof typeof import('./pages.ts').accountPageImports

const guardedPage = (
  name: AccountPageName,
  path: string,
  ...moreNamespaces: Namespace[]
): RouteObject =>
  page(
    path,
    async () => (await import('./pages.ts')).accountPageImports[name](),
    'account',
    ...moreNamespaces,
  )

/** Pages behind the guard. */
export const accountPages: RouteObject[] = [
  guardedPage('dashboard', paths.dashboard),
  guardedPage('orders', paths.orders),
  guardedPage('myProducts', paths.myProducts),
  guardedPage('settings', paths.settings),
  guardedPage('support', paths.support, 'support'),
  guardedPage('supportTicket', paths.supportTicket(':ticketId'), 'support'),
]
