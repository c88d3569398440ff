// The content of a change: its files, and in each file the changed lines and the declarations
// around them.
import { execFileSync } from 'node:child_process'

import { root } from '../setup.mjs'
import { read } from '../sources.mjs'

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  } catch {
    return ''
  }
}

const linesOf = (text) => text.split('\n').filter(Boolean)

/** Files that differ from a revision, and untracked files. */
export function changedSince(revision) {
  const untracked = linesOf(git('ls-files', '--others', '--exclude-standard'))

  return [...new Set([...linesOf(git('diff', '--name-only', revision, '--')), ...untracked])]
}

/** The added and removed lines of a file; the whole file if git shows no change. */
export function changedLines(file, revision) {
  const diff = git('diff', '-U0', revision, '--', file)
  const lines = linesOf(diff).filter((line) => /^[-+](?![-+]{2} )/.test(line))
  if (lines.length) return lines.map((line) => line.slice(1))

  return linesOf(read(file))
}

/** Names of the top-level declarations that contain a file's changes. */
export function changedNames(file, revision) {
  const diff = git('diff', '-U0', revision, '--', file)
  const text = read(file).split('\n')

  const places = [...diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(
    ([, start, size = '1']) =>
      Array.from({ length: Math.max(1, Number(size)) }, (_, i) => Number(start) - 1 + i),
  )

  const names = places.map((place) => {
    for (let at = place; at >= 0; at--) {
      const name = declared.exec(text[at] ?? '')?.[1]
      if (name) return name
    }
  })

  return [...new Set(names.filter(Boolean))]
}

const declared =
  /^(?:export )?(?:default )?(?:async )?(?:const|let|function|class|type|interface) (\w+)/
