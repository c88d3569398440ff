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
 * Routes of the back office. The shell and each section are separate chunks that visitors never
 * load. Bare /admin goes to the users (Q18), an unknown section to the home page.
 */
export const adminPages: RouteObject[] = [
  {
    path: paths.admin,

    lazy: async () => {
      const [{ Shell }] = await Promise.all([
        fetchCode(() => import('./shell/shell.tsx')),
        loadTexts('admin'),
        // The settings hold the shop's time zone, in which all moments are shown (P660).
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
      section('desk/:id'),
      { path: '*', element: createElement(Navigate, { to: paths.home, replace: true }) },
    ],
  },
]
