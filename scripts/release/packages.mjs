// Which packages a release needs, by walking the lock file as Node looks for them, and their copy
// without what nobody reads at run time.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { root } from '../setup.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Where the lock has a package that is asked for from a place: beside it, or in a folder above. */
function placeOf(name, from) {
  const inside = `${from ? `${from}/` : ''}node_modules/${name}`
  if (lock[inside]) return inside
  if (!from) return null

  const above = from.lastIndexOf('/node_modules/')

  return placeOf(name, above < 0 ? '' : from.slice(0, above))
}

/** Required packages of a package; optional ones are included where they are installed. */
function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(optionalDependencies ?? {}),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ].filter((name) => !name.startsWith('@types/'))
}

/**
 * The packages that these names need, asked for from a workspace: [{ path, name, version, licence }]
 * in the order of their paths. folder holds the node_modules that they are taken from.
 */
export function packagesOf(names, workspace, folder) {
  const packagePaths = new Map()

  const walk = (name, from) => {
    const path = placeOf(name, from)
    if (!path || packagePaths.has(path)) return

    const entry = lock[path]

    if (entry.link) {
      for (const dependency of neededBy(lock[entry.resolved])) walk(dependency, entry.resolved)
      return
    }

    if (!existsSync(join(folder, path))) {
      if (entry.optional || entry.peer) return
      throw new Error(`${path} is not installed: run npm install, then npm run release again`)
    }

    packagePaths.set(path, { path, name, version: entry.version, licence: entry.license })
    for (const dependency of neededBy(entry)) walk(dependency, path)
  }

  for (const name of names) walk(name, workspace)

  return [...packagePaths.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The packages that a workspace names for its work, tools left out. */
export const dependenciesOf = (workspace) => Object.keys(lock[workspace].dependencies ?? {})

/** Only at a package's root: deeper, a folder of such a name is often code (yaml/dist/doc). */
const idleFolders =
  /^(?:tests?|testing|spec|__tests__|docs?|examples?|benchmarks?|coverage|typings)$/

const licence = /^(?:licen[cs]e|notice|copying)[^.]*(?:\.(?:md|txt))?$/i

const idleFiles =
  /\.(?:map|[cm]?tsx?|flow|md|markdown|tsbuildinfo)$|\.(?:test|spec)\.[cm]?js$|^(?:tsconfig|\.).*/

/** Copy one package: no tests, types, maps and manuals, and no packages inside, which come by themselves. */
export function copyPackage(path, from, to) {
  const home = join(from, path)
  cpSync(home, join(to, path), {
    recursive: true,
    dereference: true,
    filter: (source) => {
      if (source === home) return true

      const name = basename(source)
      if (licence.test(name)) return true
      if (name === 'node_modules' || idleFiles.test(name)) return false

      return dirname(source) !== home || !idleFolders.test(name)
    },
  })
}
