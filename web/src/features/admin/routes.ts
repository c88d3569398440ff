import { createElement } from 'react'
import { Navigate, type RouteObject } from 'react-router'

import { loadTexts } from '../../i18n/i18n.ts'
import { fetchCode } from '../../routing/code.ts'
import { page } from '../../routing/page.ts'
import { adminSections, paths, type AdminSection } from '../../routing/paths.ts'
import { siteSettings } from '../../state/site.ts'
import type { Place } from './sections.ts'

const section = (name: Place): RouteObject =>
  page(
    paths.adminSection(name as AdminSection),
    async () => (await import('./sections.ts')).sections[name](),
    'admin',
  )

/**
 * The back office: its shell and each section are chunks of their own, so that a visitor never
 * loads them, nor the list of them. Bare /admin is users (Q18), an unknown section goes home.
 */
export const adminPages: RouteObject[] = [
  {
    path: paths.admin,

    lazy: async () => {
      const [{ Shell }] = await Promise.all([
        fetchCode(() => import('./shell/shell.tsx')),
        loadTexts('admin'),
        // The back office tells every moment by the shop's clock (P660).
        siteSettings(),
      ])
      return { Component: Shell }
    },

    children: [
      { index: true, element: createElement(Navigate, { to: paths.adminUsers, replace: true }) },
      ...adminSections.map(section),
      section('orders/:id'),
      section('users/:id'),
      section('transactions/:id'),
      section('licenses/:id'),
      { path: '*', element: createElement(Navigate, { to: paths.home, replace: true }) },
    ],
  },
]
