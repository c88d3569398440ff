// npm run release:gather -- --tag=v0.1.0: combines the results of a release's jobs, in folders of
// release/, into one set to publish. Compares each file with its checksum. release/SHA256SUMS then
// lists all files, and release/NOTES.md is the version's section of CHANGELOG.md. Needs no
// packages.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { option } from './options.mjs'
import { notesOf } from './release/notes.mjs'
import { root } from './setup.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = option('from') || join(root, 'release')

function fail(reason) {
  process.stderr.write(`Nothing can be published: ${reason}\n`)
  process.exit(1)
}

if (option('tag') !== `v${version}`)
  fail(`package.json has the version ${version}, so its tag is v${version}, not ${option('tag')}`)

const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
if (!notes) fail(`CHANGELOG.md has no section ${version}`)

/** Names and checksums of the files in one job's folder; throws if a file does not match. */
function checkedSums(part) {
  const lines = readFileSync(join(part, 'SHA256SUMS'), 'utf8').trim().split('\n')

  return lines.map((line) => {
    const [expected, name] = line.split('  ')
    const sum = createHash('sha256')
      .update(readFileSync(join(part, name)))
      .digest('hex')
    if (sum !== expected) fail(`${name} is not the file that was built`)

    return { part, name, sum }
  })
}

const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(folder, entry.name))
  .filter((part) => existsSync(join(part, 'SHA256SUMS')))
  .flatMap(checkedSums)
  .sort((a, b) => (a.name < b.name ? -1 : 1))

const expectedNames = [
  `chaveiro-${version}-image.tar`,
  `chaveiro-${version}-linux-arm64.tar.gz`,
  `chaveiro-${version}-linux-x64.tar.gz`,
]

const names = files.map(({ name }) => name)
const missing = expectedNames.filter((name) => !names.includes(name))
if (missing.length) fail(`${missing.join(', ')} is missing in ${folder}`)

for (const { part, name } of files) renameSync(join(part, name), join(folder, name))
writeFileSync(
  join(folder, 'SHA256SUMS'),
  files.map(({ sum, name }) => `${sum}  ${name}\n`).join(''),
)
writeFileSync(join(folder, 'NOTES.md'), notes)
process.stdout.write(`${names.join('\n')}\n`)
