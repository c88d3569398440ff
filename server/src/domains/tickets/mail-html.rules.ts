import { Tokenizer } from 'htmlparser2'

// A mail's marked up words as lines of text, quotes marked by '> ' as in a mail without markup. The
// tokenizer keeps no stack, so that the time grows with the length alone, whatever it is fed.

/** More markup than a person's mail has; the mail itself is kept whole beside the ticket. */
const mostMarkup = 1_000_000
const mostQuotes = 5

const hidden = new Set(['script', 'style', 'title'])

const breaking = new Set(
  (
    'address article aside blockquote body center dd div dl dt fieldset figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul'
  ).split(' '),
)

/** What has a blank line below it. */
const spaced = new Set('h1 h2 h3 h4 h5 h6 ol p ul'.split(' '))

type Attributes = Record<string, string>

/** The words of a mail that has none but marked up ones. */
export function wordsOfHtml(html: string): string {
  const source = html.slice(0, mostMarkup)
  const page = blankPage()
  let name = ''
  let attribute = ''
  let attributes: Attributes = {}
  const append = (text: string) => {
    if (attribute) attributes[attribute] = (attributes[attribute] ?? '') + text
  }
  const opened = () => page.open(name, attributes)
  const ignored = () => {}

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => page.say(source.slice(start, end)),
      ontextentity: (point) => page.say(String.fromCodePoint(point)),
      onopentagname(start, end) {
        name = source.slice(start, end).toLowerCase()
        attributes = {}
      },
      onattribname(start, end) {
        attribute = source.slice(start, end).toLowerCase()
        if (!readAttributes.has(attribute)) attribute = ''
      },
      onattribdata: (start, end) => append(source.slice(start, end)),
      onattribentity: (point) => append(String.fromCodePoint(point)),
      onattribend: ignored,
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => page.close(source.slice(start, end).toLowerCase()),
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onprocessinginstruction: ignored,
      onend: ignored,
    },
  )

  tokenizer.write(source)
  tokenizer.end()

  return html.length > mostMarkup ? `${page.text()}\n[…]` : page.text()
}

const readAttributes = new Set(['alt', 'class', 'href', 'src', 'style', 'type'])

/** Lines that are being written, with what is open around them. */
function blankPage() {
  const lines = blankLines()
  let unseen = ''
  let isKept = 0
  let link: { href: string; text: string } | null = null

  const endLink = () => {
    if (link && isToldApart(link)) lines.add(` <${link.href}>`)
    link = null
  }

  const say = (text: string) => {
    if (unseen) return

    if (link) link.text += text
    if (isKept) for (const [n, line] of text.split(/\r?\n/).entries()) lines.addKept(line, n > 0)
    else lines.addSpaced(text)
  }

  const opening: Record<string, (of: Attributes) => void> = {
    br: lines.push,
    hr: lines.rule,
    td: () => lines.addSpaced(' '),
    th: () => lines.addSpaced(' '),
    li: () => lines.add('- '),
    pre: () => void isKept++,
    // A picture of the mail itself is a file of the message.
    img: ({ alt = '', src = '' }) => (/^cid:/i.test(src) ? undefined : say(alt)),
    a({ href = '' }) {
      endLink()
      if (/^https?:/i.test(href)) link = { href, text: '' }
    },
    blockquote: (of) => lines.quote(!isIndent(of)),
  }

  return {
    say,

    open(name: string, of: Attributes) {
      if (unseen) return

      if (breaking.has(name)) lines.end()
      if (hidden.has(name)) unseen = name
      else if (Object.hasOwn(opening, name)) opening[name]!(of)
    },

    close(name: string) {
      if (unseen) {
        if (name === unseen) unseen = ''
        return
      }

      if (name === 'a') endLink()
      if (name === 'pre') isKept = Math.max(0, isKept - 1)
      if (breaking.has(name)) lines.end()
      if (spaced.has(name)) lines.space()
      if (name === 'blockquote') lines.unquote()
    },

    text() {
      endLink()
      lines.end()

      return lines.text()
    },
  }
}

/** Gmail indents what one writes by a blockquote too, which has no border then. */
const isIndent = ({ class: named, type, style }: Attributes): boolean =>
  !named && !type && /border(-left)?\s?:\s?(none|0)/i.test(style ?? '')

/** Whether an address says more than the words that lead to it. */
function isToldApart({ href, text }: { href: string; text: string }): boolean {
  const shown = text.trim()
  return shown !== '' && !shown.includes(href.replace(/^https?:\/\/|\/$/gi, ''))
}

function blankLines() {
  const done: string[] = []
  let parts: string[] = []
  let isSpaced = true
  /** Blockquotes that are open, and whether each quotes or only indents. */
  const quotes: boolean[] = []
  let depth = 0

  const push = () => {
    done.push(`${'> '.repeat(Math.min(depth, mostQuotes))}${parts.join('')}`.trimEnd())
    parts = []
    isSpaced = true
  }

  const end = () => {
    if (parts.length) push()
  }

  const add = (text: string) => {
    parts.push(text)
    isSpaced = text.endsWith(' ')
  }

  return {
    push,
    end,
    add,
    /** Text whose blanks count as one, none at a line's begin. */
    addSpaced(text: string) {
      const words = text.replace(/[\t\n\f\r ]+/g, ' ').replaceAll('\u00a0', ' ')
      const left = isSpaced ? words.replace(/^ /, '') : words
      if (left) add(left)
    },
    addKept(line: string, isNext: boolean) {
      if (isNext) push()
      if (line) add(line)
    },
    rule() {
      add('_'.repeat(32))
      push()
    },
    space() {
      if (done.length && !isBlankLine(done.at(-1)!)) push()
    },
    quote(isQuote: boolean) {
      quotes.push(isQuote)
      if (isQuote) depth++
    },
    unquote() {
      if (quotes.pop()) depth--
    },
    text: () => done.join('\n'),
  }
}

const isBlankLine = (line: string): boolean => /^[> ]*$/.test(line)
