// Finds the packages of a release in the lock file, as Node resolves them, and copies them without
// files that are unused at run time.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { root } from '../setup.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/**
 * The lock entry to which Node resolves a package name: nested below the importer, or in a folder
 * above.
 */
function placeOf(name, from) {
  const inside = `${from ? `${from}/` : ''}node_modules/${name}`
  if (lock[inside]) return inside
  if (!from) return null

  const above = from.lastIndexOf('/node_modules/')

  return placeOf(name, above < 0 ? '' : from.slice(0, above))
}

/** The dependencies of a package; optional ones too, if they are installed. */
function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(optionalDependencies ?? {}),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ].filter((name) => !name.startsWith('@types/'))
}

/**
 * The packages that these names need in a workspace, sorted by path: [{ path, name, version,
 * licence }]. `folder` contains the installed node_modules.
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

/** The runtime dependencies of a workspace, without development tools. */
export const dependenciesOf = (workspace) => Object.keys(lock[workspace].dependencies ?? {})

/**
 * Folders left out at the root of a package. A deeper folder of such a name often contains code
 * (yaml/dist/doc).
 */
const idleFolders =
  /^(?:tests?|testing|spec|__tests__|docs?|examples?|benchmarks?|coverage|typings)$/

const licence = /^(?:licen[cs]e|notice|copying)[^.]*(?:\.(?:md|txt))?$/i

const idleFiles =
  /\.(?:map|[cm]?tsx?|flow|md|markdown|tsbuildinfo)$|\.(?:test|spec)\.[cm]?js$|^(?:tsconfig|\.).*/

/**
 * Copies one package without tests, types, maps, manuals and nested packages, which are copied
 * separately.
 */
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
