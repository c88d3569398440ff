import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { roles, staffRoles } from '@chaveiro/contracts/limits'
import { accountPages, accountPublicPages } from '../features/account/routes.ts'
import { checkoutPages, storePages } from '../features/store/routes.ts'
import { paths } from '../lib/paths.ts'
import { CrashPage } from './crash-page.tsx'
import { Guard } from './guard.tsx'
import { Layout } from './layout.tsx'

/** Every page of the shop; the code of each is its own chunk. Any other address goes home (S033). */
export const routes: RouteObject[] = [{
  Component: Layout, ErrorBoundary: CrashPage, HydrateFallback: () => null,
  children: [
    ...storePages, ...accountPublicPages,
    { element: <Guard allowed={roles} />, children: [...checkoutPages, ...accountPages] },
    // The back office is behind the same guard for staff; its sections come with it, any other address there goes home (Q18).
    { element: <Guard allowed={staffRoles} />, children: [{ path: '/admin/*', element: <Navigate to={paths.home} replace /> }] },
    { path: '*', element: <Navigate to={paths.home} replace /> },
  ],
}]

export function createRouter() { return createBrowserRouter(routes) }
