// Shared by the checks: the list of source files, their syntax trees, and the report of breaches.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Paths of tracked and of new, not ignored files, in some folders and with some endings. */
export function sources(folders, endings) {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  return listed.split('\n').filter((path) => endings.some((ending) => path.endsWith(ending)))
}

export const read = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}

export const isTest = (path) => /\.(test|suite|e2e)\.tsx?$/.test(path)

/** Every node of a syntax tree, parents before children. */
export function* every(node) {
  if (!node || typeof node !== 'object') return

  if (Array.isArray(node)) {
    for (const childNode of node) yield* every(childNode)
    return
  }

  if (typeof node.type === 'string') yield node
  for (const [key, value] of Object.entries(node))
    if (key !== 'parent' && value && typeof value === 'object') yield* every(value)
}

/**
 * Imports of a file: line, specifier, the resolved path of a relative import, and whether it
 * imports types only.
 */
export function importsOf(path) {
  const text = read(path)
  const statements =
    /^\s*(?:import|export)\b(\s+type\b)?(?:[\w\s,*{}$]*?\bfrom)?\s*['"]([^'"]+)['"]/gm

  return [...text.matchAll(statements)].map(({ 0: whole, 1: type, 2: name, index }) => ({
    line: text.slice(0, index + whole.length).split('\n').length,
    name,
    to: name.startsWith('.') ? normalize(join(dirname(path), name)) : null,
    type: type !== undefined,
  }))
}

/** Prints breaches, and ends the process with 1 if there are any. */
export function report(title, breaches) {
  for (const breach of breaches) console.log(breach)
  if (breaches.length) {
    console.log(`${title}: ${breaches.length} broken`)
    process.exit(1)
  }
}
