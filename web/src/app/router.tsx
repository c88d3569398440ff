import { roles, staffRoles } from '@chaveiro/contracts/limits'
import { Navigate, type RouteObject } from 'react-router'

import { accountPages, accountPublicPages } from '../features/account/routes.ts'
import { adminPages } from '../features/admin/routes.ts'
import { checkoutPages, storePages } from '../features/store/routes.ts'
import { paths } from '../routing/paths.ts'
import { CrashPage } from './crash-page.tsx'
import { Guard } from './guard.tsx'
import { Layout } from './layout.tsx'

/** Every page of the shop, each in its own chunk. Unknown URLs redirect to the home page (S033). */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      ...storePages,
      ...accountPublicPages,
      { element: <Guard allowed={roles} visitors />, children: checkoutPages },
      { element: <Guard allowed={roles} />, children: accountPages },
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
  {
    // The back office has its own layout behind the same guard, for staff (Q01). Unknown URLs below
    // it redirect to the home page (Q18).
    element: <Guard allowed={staffRoles} />,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: adminPages,
  },
]
