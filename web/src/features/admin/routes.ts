import { createElement } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { fetchCode } from '../../lib/code.ts'
import { loadTexts } from '../../lib/i18n.ts'
import { page } from '../../lib/page.ts'
import { paths, type AdminSection } from '../../lib/paths.ts'

const section = (name: AdminSection, load: Parameters<typeof page>[1]): RouteObject =>
  page(paths.adminSection(name), load, 'admin')

/** The back office: its shell and each section are chunks of their own, so that a visitor never loads them. Bare /admin is users (Q18), an unknown section goes home. */
export const adminPages: RouteObject[] = [
  {
    path: paths.admin,
    lazy: async () => {
      const [{ Shell }] = await Promise.all([
        fetchCode(() => import('./shell/shell.tsx')),
        loadTexts('admin'),
      ])
      return { Component: Shell }
    },
    children: [
      { index: true, element: createElement(Navigate, { to: paths.adminUsers, replace: true }) },
      section('users', () => import('./users/users-page.tsx')),
      section('sales', () => import('./sales/sales-page.tsx')),
      section('transactions', () => import('./transactions/transactions-page.tsx')),
      section('carts', () => import('./carts/carts-page.tsx')),
      section('orders', () => import('./orders/orders-page.tsx')),
      section('tickets', () => import('./tickets/tickets-page.tsx')),
      section('products', () => import('./products/products-page.tsx')),
      section('categories', () => import('./categories/categories-page.tsx')),
      section('licenses', () => import('./licences/licences-page.tsx')),
      section('deliveries', () => import('./deliveries/deliveries-page.tsx')),
      section('stock', () => import('./stock/stock-page.tsx')),
      section('cupons', () => import('./coupons/coupons-page.tsx')),
      section('security', () => import('./security/security-page.tsx')),
      section('system', () => import('./system/system-page.tsx')),
      section('logs', () => import('./audit/audit-page.tsx')),
      section('settings', () => import('./settings/settings-page.tsx')),
      section('notifications', () => import('./notifications/notifications-page.tsx')),
      section('desk', () => import('./desk/desk-page.tsx')),
      section('discord', () => import('./discord/discord-page.tsx')),
      section('jobs', () => import('./jobs/jobs-page.tsx')),
      { path: '*', element: createElement(Navigate, { to: paths.home, replace: true }) },
    ],
  },
]
