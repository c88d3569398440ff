import { dirname, join, relative } from 'node:path'
import { parseAst, type Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** A page's loader in the text of its file, and the file that it imports. */
type Load = { start: number; end: number; file: string }

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
      if (!/\/features\/\w+\/routes\.ts$/.test(id)) return undefined

      const { body } = parseAst(code, { lang: 'ts', sourceType: 'module' }, id)
      let noted = code

      for (const { start, end, file } of loadsIn(body).reverse()) {
        const source = JSON.stringify(relative(root, join(dirname(id), file)))
        const load = `Object.assign(${code.slice(start, end)}, { source: ${source} })`
        noted = noted.slice(0, start) + load + noted.slice(end)
      }

      return noted
    },
  }
}

/** Every `() => import('./file')` that is given to page(), in the order of the text. */
function loadsIn(part: unknown): Load[] {
  if (!part || typeof part !== 'object') return []

  const inside = Object.values(part).flatMap(loadsIn)

  return isNode(part) ? [...ownLoad(part), ...inside] : inside
}

function ownLoad({ type, callee, arguments: given }: Node): Load[] {
  if (type !== 'CallExpression' || (callee as Node).name !== 'page') return []

  const load = (given as Node[])[1]
  const file = load?.type === 'ArrowFunctionExpression' && importedBy(load.body as Node)

  return load && file ? [{ start: load.start, end: load.end, file }] : []
}

function importedBy({ type, source }: Node): string | null {
  return type === 'ImportExpression' && isNode(source) && typeof source.value === 'string'
    ? source.value
    : null
}

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string'
