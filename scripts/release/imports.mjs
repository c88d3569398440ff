// Relative imports of a release's files, and whether their targets are in the release.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'

import { filesBelow } from './contents.mjs'

const written =
  /\b(?:from|import|require(?:\.resolve)?|new URL)\s*\(?\s*(["'])(\.{1,2}(?:\/[^"'\n]*)?)\1/g

const endings = ['', '.js', '.cjs', '.mjs', '.json', '.node', '/index.js', '/index.cjs']

const isFile = (path) => existsSync(path) && statSync(path).isFile()

const isFound = (path) =>
  existsSync(join(path, 'package.json')) || endings.some((ending) => isFile(path + ending))

/**
 * Relative imports of a package, ES or CommonJS. An import that ends in .ts is only a type in a
 * comment.
 */
const ofPackage = (text) =>
  [...text.matchAll(written)].map(([, , at]) => at).filter((at) => !at.endsWith('.ts'))

/**
 * Relative imports of our bundle. A parser finds them, since comments in the bundle contain file
 * names too.
 */
function ofBuild(text) {
  const { staticImports, staticExports, dynamicImports } = parseSync('built.js', text).module
  const requests = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value)
    .filter(Boolean)
  const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^(["'`])(.*)\1$/, '$2'),
  )

  return [...requests, ...dynamic].filter((at) => /^\.{1,2}\//.test(at))
}

/**
 * The relative imports without a target: ['file: import']. A target that the package's original
 * lacks too is ignored, since its author never shipped it.
 */
export function lostImports(folder, source) {
  return filesBelow(folder)
    .filter((file) => /\.[cm]?js$/.test(file) && !file.startsWith('web/dist/'))
    .flatMap((file) => {
      const isPackage = file.startsWith('node_modules/')
      const text = readFileSync(join(folder, file), 'utf8')
      const lost = new Set(isPackage ? ofPackage(text) : ofBuild(text))

      return [...lost]
        .filter((at) => !isFound(join(folder, dirname(file), at)))
        .filter((at) => !isPackage || isFound(join(source, dirname(file), at)))
        .map((at) => `${file}: ${at}`)
    })
}
