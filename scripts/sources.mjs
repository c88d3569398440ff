// Shared by the checks: the tracked sources, and the report of breaches.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Paths that git knows or would know, below some folders, with some endings. */
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

/** Every node of a syntax tree, each before what is in it. */
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
 * Imports of a file: line, specifier, the path it means when it is relative, whether it is by type
 * only.
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

/** Print breaches and end with 1 when there are any. */
export function report(title, breaches) {
  for (const breach of breaches) console.log(breach)
  if (breaches.length) {
    console.log(`${title}: ${breaches.length} broken`)
    process.exit(1)
  }
}
