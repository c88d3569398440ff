// Every requirement id in a comment or a title must exist in docs/requirements.md.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const places = [
  'server',
  'web',
  'sandbox',
  'contracts',
  'screens',
  'e2e',
  'bench',
  'drills',
  'scripts',
  'docs',
]
const notOurs = /^(?:\.|node_modules$|dist)/
const texts = /\.(?:[cm]?[jt]sx?|css|html|json|md|sql|sh|ya?ml)$/

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (notOurs.test(entry.name)) return []
    if (entry.isDirectory()) return filesBelow(path)

    return texts.test(entry.name) ? [path] : []
  })
}

const files = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...places.flatMap(filesBelow),
].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))

const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
const lines = [...requirements.matchAll(/^- \*\*(\w+)\*\*(.*)$/gm)]

/** The ids that a text cites: a letter and three digits, or a decision. */
const citedIn = (text: string) =>
  text.match(/(?<![\w#%/.\\&-])(?:[SBLPDRF]\d{3}|Q\d{2,3})(?!\w)/g) ?? []

it('every id that code, tests and documents cite has its line in docs/requirements.md', () => {
  const knownIds = new Set(lines.map(([, id]) => id))
  const cited = files.flatMap(({ path, text }) => citedIn(text).map((id) => ({ id, path })))
  const outside = cited.filter(({ path }) => basename(path) !== 'requirements.md')
  expect(new Set(outside.map(({ id }) => id)).size).toBeGreaterThan(600)
  expect(
    cited.filter(({ id }) => !knownIds.has(id)).map(({ id, path }) => `${id} ${path}`),
  ).toEqual([])
})

it('each id has one form: a letter and three digits, or a decision', () => {
  const ids = lines.map(([, id]) => id!)
  expect(ids.filter((id) => !/^(?:[SBLPDRF]\d{3}|Q\d{2,3})$/.test(id))).toEqual([])

  const sources = files.filter(({ path }) => !path.endsWith('.sql'))
  const short = sources.flatMap(({ path, text }) =>
    (text.match(/[[(][BSDRFMA]\d{1,2}(?:, [A-Z]\d{1,3})*[\])]/g) ?? []).map(
      (id) => `${id} ${path}`,
    ),
  )
  expect(short).toEqual([])
})

it('no id is used twice, and each line says something', () => {
  const ids = lines.map(([, id]) => id)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  expect(lines.filter(([, , words]) => words!.trim().length < 10).map(([, id]) => id)).toEqual([])
})

it('nothing refers to a document that is not in the repository', () => {
  // Two files are created later: scale.md by a bench, NOTES.md by a release.
  const here = new Set([...files.map(({ path }) => basename(path)), 'scale.md', 'NOTES.md'])
  const elsewhere =
    /\bsection \d|§ ?\d|\b(?:quality [DRU]|decisions Q|screens-2|house-2|design\/|ledger\.tsv)/gi

  const references = files
    .filter(({ path }) => basename(path) !== 'requirements.test.ts')
    .flatMap(({ path, text }) => [
      ...(text.match(/[\w-]+\.md\b/g) ?? [])
        .filter((name) => !here.has(name))
        .map((name) => `${name} ${path}`),
      ...(text.match(elsewhere) ?? []).map((phrase) => `${phrase} ${path}`),
    ])

  expect(references).toEqual([])
})

it('the architecture lists every decision record', () => {
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => name.endsWith('.md'))
  const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const listed = [...architecture.matchAll(/\]\(decisions\/([\w-]+\.md)\)/g)].map(
    ([, name]) => name,
  )
  expect(listed).toEqual(records.toSorted())
})
