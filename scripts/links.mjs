// The links of a Markdown page and their targets, including headings.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const lineOf = (text, at) => text.slice(0, at).split('\n').length

/** Replaces code by spaces, so that line numbers do not change. */
const withoutCode = (text) =>
  text.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '))

/** The anchors of a page's headings, as GitHub and GitLab generate them. */
function anchorsOf(text) {
  const headingCounts = new Map()
  const titles = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)

  return new Set(
    [...titles].map(([, title]) => {
      const name = title
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-')

      const times = headingCounts.get(name) ?? 0
      headingCounts.set(name, times + 1)

      return times ? `${name}-${times}` : name
    }),
  )
}

/** The relative links of a page whose file or heading does not exist. */
export function brokenLinks(folder, path) {
  const text = readFileSync(join(folder, path), 'utf8')
  const links = [...withoutCode(text).matchAll(/\]\(\s*([^)\s]+)[^)]*\)/g)]

  return links.flatMap(({ 1: target, index }) => {
    if (/^[a-z]+:/.test(target)) return []

    const [file, anchor] = target.split('#')
    const to = file ? normalize(join(dirname(path), file)) : path
    const at = `${path}:${lineOf(text, index)}`
    if (!existsSync(join(folder, to))) return [`${at} ${target}: there is no such file`]

    return anchor && !anchorsOf(readFileSync(join(folder, to), 'utf8')).has(anchor)
      ? [`${at} ${target}: ${to} has no such heading`]
      : []
  })
}
