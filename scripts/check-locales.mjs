// Both languages have the same namespaces, keys and placeholders, nothing empty; literal keys in
// the code exist, and a text for each job and section; the list of chosen texts is up to date.
import { chosenTexts, file as textList } from './list-texts.mjs'
import { read, report, sources } from './sources.mjs'

const folder = 'web/public/locales'
const flat = (value, prefix = '') =>
  Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'object' && one ? flat(one, `${prefix}${key}.`) : [[prefix + key, one]],
  )
const breaches = []
const load = (language) =>
  new Map(
    sources([`${folder}/${language}`], ['.json']).map((path) => [
      path.split('/').at(-1),
      new Map(flat(JSON.parse(read(path) || '{}'))),
    ]),
  )
const [pt, en] = [load('pt-BR'), load('en-US')]
const holes = (text) =>
  [...String(text).matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join()
for (const [a, b, from, to] of [
  [pt, en, 'pt-BR', 'en-US'],
  [en, pt, 'en-US', 'pt-BR'],
]) {
  for (const [file, keys] of a)
    for (const [key, text] of keys) {
      const other = b.get(file)?.get(key)
      if (other === undefined)
        breaches.push(`${folder}/${from}/${file}:1 ${key} is missing in ${to}`)
      else if (!String(text).trim()) breaches.push(`${folder}/${from}/${file}:1 ${key} is empty`)
      else if (from === 'pt-BR' && holes(text) !== holes(other))
        breaches.push(`${folder}/${from}/${file}:1 ${key} has other placeholders than ${to}`)
    }
}
const known = new Set(
  [...pt].flatMap(([file, keys]) =>
    [...keys.keys()].flatMap((key) => [key, `${file.replace('.json', '')}:${key}`]),
  ),
)
const plural = (key) => known.has(`${key}_one`) || known.has(`${key}_other`)
for (const path of sources(['web/src'], ['.ts', '.tsx']).filter((one) => !one.includes('.test.'))) {
  const text = read(path)
  for (const { 1: key, index } of text.matchAll(/\bt\(\s*'([^'$]+)'/g)) {
    const line = text.slice(0, index).split('\n').length
    if (!known.has(key) && !plural(key)) breaches.push(`${path}:${line} no text for ${key}`)
  }
}
// What is named in code and shown by its name, under a key that is put together.
const named = (path, pattern) => [...read(path).matchAll(pattern)].map(([, name]) => name)
const jobsFile = 'server/src/platform/jobs.ts'
const sectionsFile = 'web/src/routing/paths.ts'
const [sectionList = ''] = read(sectionsFile).match(/adminSections = \[[^\]]*\]/) ?? []
for (const [path, key, names] of [
  [jobsFile, 'jobs.kind', named(jobsFile, /^ {2}'([\w.-]+)': job</gm)],
  [sectionsFile, 'shell.section', [...sectionList.matchAll(/'([\w-]+)'/g)].map(([, one]) => one)],
]) {
  if (!names.length) breaches.push(`${path}:1 no name of ${key} was found; mend check-locales`)
  for (const name of names.filter((one) => !pt.get('admin.json')?.has(`${key}.${one}`)))
    breaches.push(`${folder}/pt-BR/admin.json:1 no text for ${key}.${name} (${path})`)
}
if (read(textList) !== chosenTexts())
  breaches.push(`${textList}:1 is not what the locale files say: node scripts/list-texts.mjs`)
report('locales', breaches)
