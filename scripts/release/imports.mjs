// Relative imports of a release's files, and whether their targets are packed.
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

/** Of a package, in modules of both kinds; what ends in .ts is a type named in a comment. */
const ofPackage = (text) =>
  [...text.matchAll(written)].map(([, , at]) => at).filter((at) => !at.endsWith('.ts'))

/** Of what we built, whose comments name files that are part of it. */
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
 * The relative imports that lead nowhere in a folder: ['file: import']. A package's own is compared
 * with where it was copied from: what is missing there too, its author never shipped.
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
