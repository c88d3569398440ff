import { dirname, join, relative } from 'node:path'
import { parseAst, type Plugin } from 'vite'

type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>

/** Position of a page's loader in its source, and the file it imports. */
type PageLoader = { start: number; end: number; file: string }

/**
 * In the server's build, adds the source file to each page of a routes.ts, so that the server can
 * preload its code.
 */
export function pageSourcesPlugin(): Plugin {
  let projectRoot = ''
  return {
    name: 'chaveiro-page-sources',
    enforce: 'pre',
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    configResolved(config) {
      projectRoot = config.root
    },

    transform(code, id) {
      if (!/\/features\/\w+\/routes\.ts$/.test(id)) return undefined

      const { body } = parseAst(code, { lang: 'ts', sourceType: 'module' }, id)
      let annotated = code

      for (const { start, end, file } of findLoaders(body).reverse()) {
        const sourceFile = JSON.stringify(relative(projectRoot, join(dirname(id), file)))
        const annotatedLoad = `Object.assign(${code.slice(start, end)}, { source: ${sourceFile} })`
        annotated = annotated.slice(0, start) + annotatedLoad + annotated.slice(end)
      }

      return annotated
    },
  }
}

/** Every `() => import('./file')` passed to page(), in source order. */
function findLoaders(value: unknown): PageLoader[] {
  if (!value || typeof value !== 'object') return []

  const nested = Object.values(value).flatMap(findLoaders)

  return isSyntaxNode(value) ? [...loaderOf(value), ...nested] : nested
}

function loaderOf({ type, callee, arguments: callArguments }: SyntaxNode): PageLoader[] {
  if (type !== 'CallExpression' || (callee as SyntaxNode).name !== 'page') return []

  const loader = (callArguments as SyntaxNode[])[1]
  const importPath =
    loader?.type === 'ArrowFunctionExpression' && importTarget(loader.body as SyntaxNode)

  return loader && importPath ? [{ start: loader.start, end: loader.end, file: importPath }] : []
}

function importTarget({ type, source }: SyntaxNode): string | null {
  return type === 'ImportExpression' && isSyntaxNode(source) && typeof source.value === 'string'
    ? source.value
    : null
}

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
