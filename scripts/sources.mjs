// What the checks share: the tracked sources and how a breach is told.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Paths that git knows or would know, below some folders, with some endings. */
export function sources(folders, endings) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  return listed.split('\n').filter((path) => endings.some((ending) => path.endsWith(ending)))
}

export const read = (path) => { try { return readFileSync(join(root, path), 'utf8') } catch { return '' } }
export const isTest = (path) => /\.(test|suite|e2e)\.tsx?$/.test(path)

/** Imports of a file: line, specifier, the path it means when it is relative. */
export function importsOf(path) {
  return read(path).split('\n').flatMap((text, i) => {
    const match = /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]/.exec(text) ?? /^\s*import\s+['"]([^'"]+)['"]/.exec(text) ?? /^\s*\}\s*from\s+['"]([^'"]+)['"]/.exec(text)
    if (!match) return []
    const to = match[1].startsWith('.') ? normalize(join(dirname(path), match[1])) : null
    return [{ line: i + 1, name: match[1], to, type: /^\s*(import|export) type\b/.test(text) }]
  })
}

/** Print breaches and end with 1 when there are any. */
export function report(title, breaches) {
  for (const breach of breaches) console.log(breach)
  if (breaches.length) { console.log(`${title}: ${breaches.length} broken`); process.exit(1) }
}
