// The prose of a file, in paragraphs: a page's text, or the comments and test titles of a source.

/** @typedef {{ line: number, text: string }} Paragraph */

/** Code inside a text is one word of its sentence. */
const withoutCode = (text) =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|<[^>]*>/g, '')

/** Lines that begin a new paragraph of a page: headings, rules, items of lists, blank lines. */
const startsAlone = /^\s*(?:#{1,6} |[-*] |\d+\. |>|---|<!--|$)/

/** Lines that follow each other and belong together become one paragraph. */
function join(lines) {
  const paragraphs = []
  let open

  for (const { line, text, alone } of lines) {
    if (alone || !open) {
      open = { line, text }
      paragraphs.push(open)
    } else open.text += ` ${text}`

    if (!text.trim()) open = undefined
  }

  return paragraphs.filter(({ text }) => text.trim())
}

/** The cells of a table are texts of their own; a page may quote a bad example in the column 'not'. */
function cells(line, text, { withoutExamples }) {
  const all = text.split('|').slice(1, -1)

  return all
    .filter((_, index) => !(withoutExamples && index === 0))
    .map((cell) => ({ line, text: cell, alone: true }))
}

/** Paragraphs of a page of Markdown, without its blocks of code. */
export function pageParagraphs(text) {
  const lines = []
  let isCode = false
  let withoutExamples = false

  text.split('\n').forEach((whole, index) => {
    const line = index + 1
    if (/^\s*```/.test(whole)) {
      isCode = !isCode
      lines.push({ line, text: '', alone: true })
      return
    }

    if (isCode) return

    if (whole.startsWith('|')) {
      if (/^\| *not *\| *but *\|/.test(whole)) withoutExamples = true
      lines.push(...cells(line, withoutCode(whole), { withoutExamples }))
      return
    }

    withoutExamples = false
    const isAlone = startsAlone.test(whole)
    lines.push({
      line,
      text: withoutCode(whole.replace(/^\s*(?:#+|[-*>]|\d+\.) /, '')),
      alone: isAlone,
    })
    if (/^#{1,6} /.test(whole)) lines.push({ line, text: '', alone: true })
  })

  return join(lines)
}

const comment = /(?:^|\s)(?:\/\/|--)\s(.*)$|^\s*\/?\*+\s?(.*)$/

/** Paragraphs of the comments of a source; one that follows code on its line is alone. */
export function commentParagraphs(text) {
  const lines = []

  text.split('\n').forEach((whole, index) => {
    const match = comment.exec(whole)
    const said = (match?.[1] ?? match?.[2] ?? '').replace(/\s*\*\/$/, '')
    const isAlone = !match || match.index > 0 ? !/^\s*(?:\/\/|--|\/?\*)/.test(whole) : false
    lines.push({ line: index + 1, text: withoutCode(said), alone: isAlone })
  })

  return join(lines)
}

const title =
  /(?<![.\w])(?:it|test|describe)(?:\.\w+)*\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`)/g

/** Characters of a title, without its ids. */
export const longestTitle = 90

/** The ids of what a title proves: `[S006, Q38] [F104]`. */
export const idsAtEnd = /(?: \[(?:decision )?[A-Z]\d{2,3}(?:, [A-Z]\d{2,3})*\])+$/

/** Titles of tests, without the ids at their ends. */
export function testTitles(text) {
  return [...text.matchAll(title)].map(({ 1: single, 2: double, 3: template, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: (single ?? double ?? template).replace(idsAtEnd, ''),
  }))
}

/** Sentences of a paragraph; a list of clauses behind a colon is a sentence of its own. */
export const sentences = (text) =>
  text
    .split(/(?<=[.!?:])["')]*\s+(?=\S)/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)

export const countWords = (sentence) =>
  sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
