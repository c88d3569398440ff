// What of a mail its writer says now, and what of it is the conversation so far. Nothing is thrown
// away: the history is shown folded. It is told apart only where a mail program's own head names it
// and nothing else follows; wherever that is not certain, everything is the writer's (Q129).

export type Letter = { words: string; history: string }

/** More is no person's answer: it is kept as it came. */
const mostSigns = 200_000

/** The words of a mail and the history below them; all are words where nothing else is left. */
export function letterOf(text: string, subject = ''): Letter {
  if (text.length > mostSigns) return { words: cleaned(text), history: '' }

  const lines = text.split(/\r\n?|\n/)
  const begin = isForward(subject) ? lines.length : beginOfHistory(lines)
  const end = endOfWords(lines.slice(0, begin))
  const words = cleaned(lines.slice(0, end).join('\n'))

  return words
    ? { words, history: cleaned(lines.slice(end).join('\n')) }
    : { words: cleaned(lines.join('\n')), history: '' }
}

/** What is handed on is what its sender wants read. */
const isForward = (subject: string): boolean => /^\s*(?:enc|fwd?|rv|tr)\s*:/i.test(subject)

const isBlank = (line: string): boolean => line.trim() === ''
const isQuoted = (line: string): boolean => /^\s*>/.test(line)

/** The line at which the history begins; the number of lines when there is none. */
function beginOfHistory(lines: readonly string[]): number {
  const below = whatFollows(lines)

  for (const [at, line] of lines.entries()) {
    if (isForwardMark(line)) return lines.length
    if (isBlank(line) || isQuoted(line)) continue

    const head = headAt(lines, at)
    if (head && isHistory(head, below(at + head.lines))) return at
  }

  // Below the last word nothing but quotes: the program named nobody.
  const last = lines.findLastIndex((line) => !isBlank(line) && !isQuoted(line))

  return lines.slice(last + 1).some(isQuoted) ? last + 1 : lines.length
}

/** How sure a head is by itself, and over how many lines it goes. */
type Head = { lines: number; kind: 'block' | 'named' | 'loose' }
type Below = 'nothing' | 'quotes' | 'words' | 'both'

const isHistory = ({ kind }: Head, below: Below): boolean =>
  below === 'quotes' ||
  (below !== 'nothing' && kind === 'block') ||
  (below === 'words' && kind === 'named')

/** What lines hold from one of them to the end. */
function whatFollows(lines: readonly string[]): (from: number) => Below {
  const lastQuote = lines.findLastIndex(isQuoted)
  // A signature may stand below what is quoted.
  const end = signatureAt(lines)
  const lastWord = lines.findLastIndex((line, at) => at < end && !isBlank(line) && !isQuoted(line))

  return (from) => {
    if (lastWord >= from) return lastQuote >= from ? 'both' : 'words'
    return lastQuote >= from ? 'quotes' : 'nothing'
  }
}

function headAt(lines: readonly string[], at: number): Head | null {
  const line = plainLine(lines[at]!)
  if (isOriginalMark(line)) return { lines: 1, kind: 'block' }

  const block = blockAt(lines, /^_{20,}$/.test(line) ? at + 1 : at)
  if (block) return { lines: block, kind: 'block' }
  if (/^_{20,}$/.test(line) || /^(?:from|de)\s?:\s.*@/i.test(line))
    return { lines: 1, kind: 'loose' }

  return attributionAt(lines, at)
}

/** Marks of bold type, as programs write them into plain text, and blanks do not count. */
const plainLine = (line: string): string => line.replace(/[*\u200b\ufeff]/g, '').trim()

/** '-----Mensagem original-----': Outlook, Samsung Mail, Yahoo and Proton write it, nobody else. */
const isOriginalMark = (line: string): boolean =>
  /^[-\u2010]{3,}\s?(?:original message|mensagem original|mensaje original)\s?[-\u2010]{3,}$/i.test(
    line,
  )

const isForwardMark = (line: string): boolean =>
  /^-{5,}\s?(?:forwarded message|mensagem encaminhada|mensaje reenviado|forwarded by [^-]{1,80})\s?-{5,}$/i.test(
    plainLine(line),
  ) ||
  /^(?:begin forwarded message|início da mensagem encaminhada|inicio del mensaje reenviado):$/i.test(
    plainLine(line),
  )

const labels = {
  from: /^(?:from|de)\s?:/i,
  sent: /^(?:sent|date|enviad[ao](?: em| el)?|data|fecha)\s?:/i,
  to: /^(?:to|para|cc|cópia|bcc|cco|reply-to|responder a)\s?:/i,
  subject: /^(?:subject|assunto|asunto)\s?:/i,
}

/** A list of receivers may go on in further lines. */
const mostBetween = 3

/**
 * How many lines from one on are the head of a mail, as Outlook puts it above what it answers: from
 * whom, when, to whom and about what. 0 where one of these is missing, as in what people write.
 */
function blockAt(lines: readonly string[], from: number): number {
  const first = plainLine(lines[from] ?? '')
  if (!labels.from.test(first)) return 0

  const seen = new Set(['from'])
  let between = 0
  let last = from

  for (let at = from + 1; at < lines.length && between <= mostBetween; at++) {
    const line = plainLine(lines[at]!)
    const label = Object.entries(labels).find(([, form]) => form.test(line))?.[0]

    if (label) {
      if (label === 'from') break

      seen.add(label)
      last = at
      between = 0
    } else if (seen.has('subject')) break
    else between++
  }

  return ['sent', 'to', 'subject'].every((label) => seen.has(label)) ? last - from + 1 : 0
}

/** A line that names whom one answers may be broken into several. */
const mostAttribution = 4
const longestAttribution = 400

/** 'Em 26/11/2026 10:00, Loja escreveu:' and its like, in the three languages of our customers. */
function attributionAt(lines: readonly string[], at: number): Head | null {
  let whole = ''

  for (let n = 0; n < mostAttribution && at + n < lines.length; n++) {
    const line = plainLine(lines[at + n]!)
    if (!line || isQuoted(line) || whole.length + line.length > longestAttribution) return null
    // The line before is the writer's own: the next one begins by itself.
    if (n > 0 && (opening.test(line) || !mayGoOn(plainLine(lines[at]!)))) return null

    whole = `${whole} ${line}`.trimStart()
    const kind = kindOfAttribution(whole)
    if (kind) return { lines: n + 1, kind }
  }

  return null
}

const opening = /^(?:on|em|el|no dia|às)\s/i
const mayGoOn = (line: string): boolean => opening.test(line) || line.includes('<')

function kindOfAttribution(line: string): Head['kind'] | null {
  const isNamed = /<[^<>@]*@[^<>@]*>/.test(line)
  // What Gmail wrote for years: '2026-11-26 10:00 GMT-03:00 Loja <loja@x.test>:'.
  if (isNamed && /^\d{4}-\d\d-\d\d\s/.test(line) && line.endsWith('>:')) return 'loose'

  const verb = [...line.matchAll(/(?:wrote|escreveu|escribió)/gi)].at(-1)
  if (!verb) return null

  const after = line.slice(verb.index + verb[0].length).trim()
  if (after !== ':' && !(after.startsWith('(') && after.endsWith('):'))) return null
  if (!isNamed && !opening.test(line)) return null

  return isNamed && hasMoment(line) ? 'named' : 'loose'
}

/** A day with its year, and a time. */
const hasMoment = (line: string): boolean =>
  /\b(?:19|20)\d\d\b|\d[/.-]\d{1,2}[/.-]\d\d/.test(line) && /\d{1,2}[:h.]\d\d/.test(line)

/** A signature is no longer than that. */
const mostSignature = 12

/** Where a writer's words end: above the signature and what the program says of itself. */
function endOfWords(lines: readonly string[]): number {
  let end = signatureAt(lines)
  while (end > 0 && (isBlank(lines[end - 1]!) || isAdvert(lines[end - 1]!))) end--

  return end
}

/** The line of a signature's mark, '-- ' alone (RFC 3676); the number of lines when there is none. */
function signatureAt(lines: readonly string[]): number {
  const mark = lines.lastIndexOf('-- ')
  return mark >= 0 && lines.length - mark <= mostSignature ? mark : lines.length
}

/** 'Enviado do meu iPhone' and its like. */
const isAdvert = (line: string): boolean =>
  line.length < 120 &&
  /^\s*(?:enviado|sent|get|obter|obtenha|baixe|obtener|obtén|descarga)\s/i.test(line) &&
  /\b(?:iphone|ipad|galaxy|samsung|android|outlook|yahoo|proton|windows|huawei|xiaomi|motorola)/i.test(
    line,
  )

/** Text of lines that people write. */
const cleaned = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed()
