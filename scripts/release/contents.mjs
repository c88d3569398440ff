// Files that a release must never contain; the last check before it is packed.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** All files below a folder as relative paths, sorted. */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()

/** Markdown pages of the release, without those of packages. */
export const pagesOf = (folder) =>
  filesBelow(folder).filter((path) => path.endsWith('.md') && !path.startsWith('node_modules/'))

/**
 * Folders of tests. Within a package, only a test folder at the package's root is refused, since a
 * deeper folder may contain code.
 */
const tests = '(?:tests?|__tests__|e2e|testing)/'

const refusals = [
  [
    'a test',
    new RegExp(
      `^(?:(?!node_modules/).*/)?${tests}|(?:^|/)node_modules/(?:@[^/]+/)?[^/]+/${tests}` +
        '|\\.(?:test|spec|e2e|screen)\\.[cm]?[jt]sx?$',
    ),
  ],
  ['a part of the sandbox', /^sandbox\/|(?:^|\/)(?:sandbox|providers)\.js$/],
  ['a source', /\.[cm]?tsx?$/],
  ['a map', /\.map$/],
  ['settings or a key', /(?:^|\/)\.env|\.(?:env|pem|p12|pfx|key)$|(?:^|\/)secrets(?:\/|\.json$)/],
  ['a hidden folder', /(?:^|\/)\.(?:git|cache|ci|github)\//],
]

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----\\?[\sn]+[A-Za-z\d+/]{40}/

/** The reason why a file may not be in a release, or null. */
export function refusalOf(path, text) {
  const refusal = refusals.find(([, pattern]) => pattern.test(path))
  if (refusal) return refusal[0]

  return privateKey.test(text) ? 'a private key' : null
}

/** Throws a list of the files that may not be in a release. */
export function assertContents(folder) {
  const wrong = filesBelow(folder)
    .map((path) => [path, refusalOf(path, readFileSync(join(folder, path), 'latin1'))])
    .filter(([, reason]) => reason)
  if (wrong.length)
    throw new Error(`not for a release:\n${wrong.map((one) => `  ${one.join(': ')}`).join('\n')}`)
}
