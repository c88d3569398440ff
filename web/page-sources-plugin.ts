import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * In the server's build, notes on each page of a routes.ts which source file its code is in, so
 * that the server can have the browser load it early.
 */
export function pageSourcesPlugin(): Plugin {
  let root = ''
  return {
    name: 'chaveiro-page-sources',
    enforce: 'pre',
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    configResolved(config) {
      root = config.root
    },
    transform(code, id) {
      if (!/\/features\/\w+\/routes\.tsx?$/.test(id)) return undefined
      return code.replace(
        /\(\) => import\('(\.[^']+)'\)/g,
        (load, file: string) =>
          `Object.assign(${load}, { source: ${JSON.stringify(relative(root, join(dirname(id), file)))} })`,
      )
    },
  }
}
