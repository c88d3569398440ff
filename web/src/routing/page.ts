import type { Namespace } from '@chaveiro/contracts/limits'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

import { loadTexts } from '../i18n/i18n.ts'
import { fetchCode } from './code.ts'

/**
 * Facts for rendering a page on the server: its text namespaces and source file
 * (page-sources-plugin).
 */
export type PageHandle = { namespaces: readonly Namespace[]; source: string | undefined }

export type PageLoad = (() => Promise<{ Page: ComponentType }>) & { source?: string }

/**
 * A route that loads its code and texts together, on demand. The module exports its screen as
 * `Page`.
 */
export function page(path: string, load: PageLoad, ...namespaces: Namespace[]): RouteObject {
  return {
    path,
    handle: { namespaces, source: load.source } satisfies PageHandle,
    lazy: async () => {
      const [module] = await Promise.all([fetchCode(load), loadTexts(...namespaces)])
      return { Component: module.Page }
    },
  }
}
