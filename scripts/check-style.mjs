// Checks the rules of docs/style.md that a program can check, in pages, comments, titles of tests and
// declared names: words that stop a reader, sentences of more than 25 words, participles as names.
//
//   node scripts/check-style.mjs                checks the places in scripts/style/done.txt
//   node scripts/check-style.mjs server/src/db  checks this place, even if done.txt does not name it
import { read, report, sources } from './sources.mjs'
import {
  commentParagraphs,
  countWords,
  longestTitle,
  pageParagraphs,
  sentences,
  testTitles,
} from './style/text.mjs'

const longestSentence = 25

/** A pattern for a sentence, and the advice for a match. */
const words = [
  [/^(?:Who|Whoever|Whom|Whose)\b(?!.*\?$)/, 'name the thing instead of who'],
  // A heading may begin with What; a sentence, which ends with a full stop or a colon, may not.
  [/^What(?:ever)?\b.*[.:]$/, 'name the thing instead of what'],
  [
    /[;,:] (?:who|whoever) (?:\w+ ){1,8}(?:is|has|must|may|gets)\b/,
    'name the thing instead of who',
  ],
  [/\bwho(?:so)?ever\b/i, 'name the case instead of whoever'],
  [/\banew\b/i, 'again, instead of anew'],
  [/\bof before\b/i, 'previous, instead of of before'],
  [
    /\bso (?:long|many) (?:who|as|after|it)\b/i,
    'a timeout or a count, instead of so long, so many',
  ],
  [/\bstands?\b(?! (?:for|by)\b)/i, 'is, has or exists, instead of stands'],
  [/\btold\b|\btells\b/i, 'what happens (sees, reports, shows), instead of told, tells'],
  [/\b(?:he|him|his)\b/i, 'they or the role, instead of he'],
  [/\bnobody\b.*\bnobody\b/i, 'the case, instead of two nobodies'],
]

const participles =
  'asked|came|found|given|kept|known|left|made|meant|of|one|own|put|seen|shown|standing|taken|told|wanted'

const declared = new RegExp(
  String.raw`\b(?:const|let|function|type|interface|class)\s+(${participles})\b(?!\s*:\s*\w+\s*=>)`,
)

const isPage = (path) => path.endsWith('.md')
const isTest = (path) => /\.(?:test|suite|e2e|screen)\.tsx?$/.test(path)

/** Tests generate these pages, and an applied migration is never edited. */
const isGenerated = (path) => /^docs\/(?:mails|states|texts)\.md$|\/migrations\//.test(path)

const short = (text) => (text.length > 70 ? `${text.slice(0, 67)}...` : text)

const faultsOfWords = (sentence) =>
  words.filter(([pattern]) => pattern.test(sentence)).map(([, advice]) => advice)

function faultsOfSentence(sentence) {
  const faults = faultsOfWords(sentence)
  const count = countWords(sentence)
  if (count > longestSentence) faults.push(`${count} words in a sentence`)

  return faults.map((fault) => `${fault}: ${short(sentence)}`)
}

const faultsOfProse = (paragraphs) =>
  paragraphs.flatMap(({ line, text }) =>
    sentences(text)
      .flatMap(faultsOfSentence)
      .map((fault) => [line, fault]),
  )

const faultsOfTitles = (text) =>
  testTitles(text).flatMap(({ line, text: title }) => {
    const faults = faultsOfWords(title)
    if (title.length > longestTitle) faults.push(`${title.length} characters in a title`)

    return faults.map((fault) => [line, `${fault}: ${short(title)}`])
  })

const faultsOfNames = (text) =>
  text.split('\n').flatMap((line, index) => {
    const name = declared.exec(line)?.[1]

    return name ? [[index + 1, `a noun or a verb instead of the name ${name}`]] : []
  })

function faultsOf(path) {
  const text = read(path)
  if (isPage(path)) return faultsOfProse(pageParagraphs(text))

  const faults = faultsOfProse(commentParagraphs(text))
  if (isTest(path)) return [...faults, ...faultsOfTitles(text)]

  return [...faults, ...faultsOfNames(text)]
}

const doneList = 'scripts/style/done.txt'
const done = read(doneList)
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))

const folders = process.argv.slice(2)
const places = folders.length ? folders : done
const breaches = []

for (const place of places) {
  const files = sources([place], ['.md', '.ts', '.tsx', '.mts', '.mjs', '.sql'])
  if (!files.length) breaches.push(`${doneList}:1 ${place} has no page and no source`)

  for (const path of files.filter((file) => !isGenerated(file)))
    breaches.push(...faultsOf(path).map(([line, fault]) => `${path}:${line} ${fault}`))
}

report('style', breaches)
