// Splits the prose of a file into paragraphs: a page's text, or a source's comments and test
// titles.

/** @typedef {{ line: number, text: string }} Paragraph */

/** Inline code counts as one word. */
const withoutCode = (text) =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|<[^>]*>/g, '')

/** Lines that begin a paragraph of a page: headings, rules, list items, blank lines. */
const startsAlone = /^\s*(?:#{1,6} |[-*] |\d+\. |>|---|<!--|$)/

/** Joins consecutive lines into paragraphs. */
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

/** Each cell of a table is a text of its own. The column 'not' may quote bad examples. */
function cells(line, text, { withoutExamples }) {
  const all = text.split('|').slice(1, -1)

  return all
    .filter((_, index) => !(withoutExamples && index === 0))
    .map((cell) => ({ line, text: cell, alone: true }))
}

/** Paragraphs of a Markdown page without its code blocks. */
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

/** Paragraphs of a source's comments; a comment after code is a paragraph of its own. */
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

/** The longest allowed title in characters, without its ids. */
export const longestTitle = 90

/** The ids at the end of a title: `[S006, Q38] [F104]`. */
export const idsAtEnd = /(?: \[(?:decision )?[A-Z]\d{2,3}(?:, [A-Z]\d{2,3})*\])+$/

/** Titles of tests without their ids. */
export function testTitles(text) {
  return [...text.matchAll(title)].map(({ 1: single, 2: double, 3: template, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: (single ?? double ?? template).replace(idsAtEnd, ''),
  }))
}

/** Sentences of a paragraph. Clauses in a list after a colon are sentences of their own. */
export const sentences = (text) =>
  text
    .split(/(?<=[.!?:])["')]*\s+(?=\S)/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)

export const countWords = (sentence) =>
  sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
