// Licences of a release's parts, with their texts. An unreviewed licence, or one that forbids
// commercial use, stops the release.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Reviewed licences that permit commercial use. A new one is reviewed before it is added. */
const permitted = new Set(
  (
    'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Python-2.0 CC0-1.0 ' +
    'Unlicense Zlib OFL-1.1 ' +
    // Used as separate libraries that anybody may replace; their sources are public.
    'MPL-2.0 LGPL-3.0-or-later'
  ).split(' '),
)

/** Packages without a licence in package.json; the licence was read in their LICENSE file. */
const read = { 'png-js 2.0.0': 'MIT' }

/** Whether an SPDX expression permits commercial use: one side of OR is enough, AND needs both. */
export function permits(expression) {
  const text = (expression ?? '').trim().replace(/^\(([^()]*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(permits)
  if (text.includes(' AND ')) return text.split(' AND ').every(permits)

  return permitted.has(text)
}

const isText = /^(?:licen[cs]e|copying|notice|ofl)[^/]*$/i

function textOf(folder) {
  return readdirSync(folder)
    .filter((name) => isText.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}

/** The text of THIRD-PARTY-LICENCES; throws if a package may not be in a release. */
export function licencesOf(given, folderOf) {
  const packages = given.map((one) => ({
    ...one,
    licence: one.licence ?? read[`${one.name} ${one.version}`],
  }))

  const refused = packages.filter(({ licence }) => !permits(licence))

  if (refused.length)
    throw new Error(
      `not known to permit commercial use:\n${refused
        .map(({ name, version, licence }) => `  ${name} ${version}: ${licence ?? 'no licence'}`)
        .join('\n')}`,
    )

  // Many packages have the same text, so each text is printed once, below the names of its
  // packages.
  const byText = new Map()

  for (const releasePackage of packages) {
    const { path, name, version, licence } = releasePackage
    const text =
      textOf(join(folderOf(releasePackage), path)) || `Published under ${licence} without its text.`
    const packageNames = byText.get(text) ?? new Set()
    byText.set(text, packageNames.add(`${name} ${version} (${licence})`))
  }

  const line = '-'.repeat(80)
  const parts = [...byText].map(([text, of]) => `${[...of].join('\n')}\n\n${text}\n`)

  return (
    'Chaveiro is under the MIT licence (LICENSE). It is made with the packages below, each under ' +
    `its own.\n\n${line}\n${parts.join(`\n${line}\n`)}`
  )
}
