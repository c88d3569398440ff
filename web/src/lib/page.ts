import type { Namespace } from '@chaveiro/contracts/limits'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { loadTexts } from './i18n.ts'

/** A route whose code and texts load together, on demand; the module exports its screen as `Page`. */
export function page(path: string, load: () => Promise<{ Page: ComponentType }>, ...namespaces: Namespace[]): RouteObject {
  return {
    path,
    lazy: async () => {
      const [module] = await Promise.all([load(), loadTexts(...namespaces)])
      return { Component: module.Page }
    },
  }
}
