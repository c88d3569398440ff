import { Tokenizer } from 'htmlparser2'

// The text of an HTML mail as lines, with quotes marked by '> ' as in a plain mail. The tokenizer
// keeps no stack, so its time grows only with the length of the input.

/**
 * Maximum length of markup that is read, more than a person's mail has. The whole mail is stored
 * with the ticket anyway.
 */
const maxMarkup = 1_000_000
const maxQuoteDepth = 5

const hiddenElements = new Set(['script', 'style', 'title'])

const blockElements = new Set(
  (
    'address article aside blockquote body center dd div dl dt fieldset figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul'
  ).split(' '),
)

/** Elements that are followed by a blank line. */
const spacedElements = new Set('h1 h2 h3 h4 h5 h6 ol p ul'.split(' '))

type Attributes = Record<string, string>

/** The text of a mail that has only HTML. */
export function wordsOfHtml(html: string): string {
  const shortenedHtml = html.slice(0, maxMarkup)
  const htmlPage = createPage()
  let elementName = ''
  let attribute = ''
  let attributes: Attributes = {}
  const append = (text: string) => {
    if (attribute) attributes[attribute] = (attributes[attribute] ?? '') + text
  }
  const openElement = () => htmlPage.open(elementName, attributes)
  const ignoreToken = () => {}

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => htmlPage.say(shortenedHtml.slice(start, end)),
      ontextentity: (point) => htmlPage.say(String.fromCodePoint(point)),
      onopentagname(start, end) {
        elementName = shortenedHtml.slice(start, end).toLowerCase()
        attributes = {}
      },
      onattribname(start, end) {
        attribute = shortenedHtml.slice(start, end).toLowerCase()
        if (!readAttributes.has(attribute)) attribute = ''
      },
      onattribdata: (start, end) => append(shortenedHtml.slice(start, end)),
      onattribentity: (point) => append(String.fromCodePoint(point)),
      onattribend: ignoreToken,
      onopentagend: openElement,
      onselfclosingtag: openElement,
      onclosetag: (start, end) => htmlPage.close(shortenedHtml.slice(start, end).toLowerCase()),
      oncdata: ignoreToken,
      oncomment: ignoreToken,
      ondeclaration: ignoreToken,
      onprocessinginstruction: ignoreToken,
      onend: ignoreToken,
    },
  )

  tokenizer.write(shortenedHtml)
  tokenizer.end()

  return html.length > maxMarkup ? `${htmlPage.text()}\n[…]` : htmlPage.text()
}

const readAttributes = new Set(['alt', 'class', 'href', 'src', 'style', 'type'])

/** Collects the lines of a page, with the elements that are open around the current text. */
function createPage() {
  const pageLines = createLines()
  let hiddenElement = ''
  let preDepth = 0
  let openLink: { href: string; text: string } | null = null

  const finishLink = () => {
    if (openLink && hidesTarget(openLink)) pageLines.add(` <${openLink.href}>`)
    openLink = null
  }

  const appendText = (text: string) => {
    if (hiddenElement) return

    if (openLink) openLink.text += text
    if (preDepth)
      for (const [n, line] of text.split(/\r?\n/).entries()) pageLines.addKept(line, n > 0)
    else pageLines.addSpaced(text)
  }

  const openHandlers: Record<string, (of: Attributes) => void> = {
    br: pageLines.push,
    hr: pageLines.rule,
    td: () => pageLines.addSpaced(' '),
    th: () => pageLines.addSpaced(' '),
    li: () => pageLines.add('- '),
    pre: () => void preDepth++,
    // An embedded picture of the mail is already a file of the message.
    img: ({ alt = '', src = '' }) => (/^cid:/i.test(src) ? undefined : appendText(alt)),
    a({ href = '' }) {
      finishLink()
      if (/^https?:/i.test(href)) openLink = { href, text: '' }
    },
    blockquote: (of) => pageLines.quote(!isIndent(of)),
  }

  return {
    say: appendText,

    open(name: string, of: Attributes) {
      if (hiddenElement) return

      if (blockElements.has(name)) pageLines.end()
      if (hiddenElements.has(name)) hiddenElement = name
      else if (Object.hasOwn(openHandlers, name)) openHandlers[name]!(of)
    },

    close(name: string) {
      if (hiddenElement) {
        if (name === hiddenElement) hiddenElement = ''
        return
      }

      if (name === 'a') finishLink()
      if (name === 'pre') preDepth = Math.max(0, preDepth - 1)
      if (blockElements.has(name)) pageLines.end()
      if (spacedElements.has(name)) pageLines.space()
      if (name === 'blockquote') pageLines.unquote()
    },

    text() {
      finishLink()
      pageLines.end()

      return pageLines.text()
    },
  }
}

/** Gmail also uses a blockquote for indentation, without a border. */
const isIndent = ({ class: named, type, style }: Attributes): boolean =>
  !named && !type && /border(-left)?\s?:\s?(none|0)/i.test(style ?? '')

/** Whether the text of a link hides where it leads. */
function hidesTarget({ href, text }: { href: string; text: string }): boolean {
  const linkText = text.trim()
  return linkText !== '' && !linkText.includes(href.replace(/^https?:\/\/|\/$/gi, ''))
}

function createLines() {
  const finishedLines: string[] = []
  let lineParts: string[] = []
  let isSpaced = true
  /** The open blockquotes, and whether each quotes or only indents. */
  const quoteStack: boolean[] = []
  let quoteDepth = 0

  const finishLine = () => {
    finishedLines.push(
      `${'> '.repeat(Math.min(quoteDepth, maxQuoteDepth))}${lineParts.join('')}`.trimEnd(),
    )
    lineParts = []
    isSpaced = true
  }

  const finishStartedLine = () => {
    if (lineParts.length) finishLine()
  }

  const addText = (text: string) => {
    lineParts.push(text)
    isSpaced = text.endsWith(' ')
  }

  return {
    push: finishLine,
    end: finishStartedLine,
    add: addText,
    /**
     * Add text with each run of blanks collapsed into one, and without a blank at the start of a
     * line.
     */
    addSpaced(text: string) {
      const spacedWords = text.replace(/[\t\n\f\r ]+/g, ' ').replaceAll('\u00a0', ' ')
      const visibleWords = isSpaced ? spacedWords.replace(/^ /, '') : spacedWords
      if (visibleWords) addText(visibleWords)
    },
    addKept(line: string, isNext: boolean) {
      if (isNext) finishLine()
      if (line) addText(line)
    },
    rule() {
      addText('_'.repeat(32))
      finishLine()
    },
    space() {
      if (finishedLines.length && !isBlankLine(finishedLines.at(-1)!)) finishLine()
    },
    quote(isQuote: boolean) {
      quoteStack.push(isQuote)
      if (isQuote) quoteDepth++
    },
    unquote() {
      if (quoteStack.pop()) quoteDepth--
    },
    text: () => finishedLines.join('\n'),
  }
}

const isBlankLine = (line: string): boolean => /^[> ]*$/.test(line)
