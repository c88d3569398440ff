// Splits a mail into the writer's new words and the quoted conversation, which pages show folded.
// The history starts only at a head in the form of a known mail program, and only if nothing else
// follows the history. In doubt all text counts as the writer's words (Q129).

export type Letter = { words: string; history: string }

/** No person writes a longer text, so longer texts are stored whole as words. */
const maxCharacters = 200_000

/**
 * The words of a mail and the history below them. When no words remain, the whole text is returned
 * as words.
 */
export function letterOf(text: string, subject = ''): Letter {
  if (text.length > maxCharacters) return { words: cleanText(text), history: '' }

  const textLines = text.split(/\r\n?|\n/)
  const historyStart = isForward(subject) ? textLines.length : beginOfHistory(textLines)
  const wordsEnd = endOfWords(textLines.slice(0, historyStart))
  const wordsText = cleanText(textLines.slice(0, wordsEnd).join('\n'))

  return wordsText
    ? { words: wordsText, history: cleanText(textLines.slice(wordsEnd).join('\n')) }
    : { words: cleanText(textLines.join('\n')), history: '' }
}

/** A forwarded mail is meant to be read whole. */
const isForward = (subject: string): boolean => /^\s*(?:enc|fwd?|rv|tr)\s*:/i.test(subject)

const isBlankLine = (line: string): boolean => line.trim() === ''
const isQuoted = (line: string): boolean => /^\s*>/.test(line)

/** The line where the history begins: without a head, the line after the last word. */
function beginOfHistory(lines: readonly string[]): number {
  const contentBelow = contentFrom(lines)

  for (const [at, line] of lines.entries()) {
    if (isForwardMark(line)) return lines.length
    if (isBlankLine(line) || isQuoted(line)) continue

    const historyHead = findHead(lines, at)
    if (historyHead && isHistory(historyHead, contentBelow(at + historyHead.lines))) return at
  }

  // Only quotes and blank lines follow the last word where the mail program wrote no head.
  return lines.findLastIndex((line) => !isBlankLine(line) && !isQuoted(line)) + 1
}

/** How certain a head is by itself, and its number of lines. */
type Head = { lines: number; kind: 'block' | 'named' | 'loose' }
type Below = 'nothing' | 'quotes' | 'words' | 'both'

const isHistory = ({ kind }: Head, below: Below): boolean =>
  below === 'quotes' ||
  (below !== 'nothing' && kind === 'block') ||
  (below === 'words' && kind === 'named')

/** The content of lines from one of them to the end: words, quotes, both or nothing. */
function contentFrom(lines: readonly string[]): (from: number) => Below {
  const lastQuote = lines.findLastIndex(isQuoted)
  // A signature may follow the quote.
  const signatureStart = signatureAt(lines)
  const lastWord = lines.findLastIndex(
    (line, at) => at < signatureStart && !isBlankLine(line) && !isQuoted(line),
  )

  return (from) => {
    if (lastWord >= from) return lastQuote >= from ? 'both' : 'words'
    return lastQuote >= from ? 'quotes' : 'nothing'
  }
}

function findHead(lines: readonly string[], at: number): Head | null {
  const line = plainLine(lines[at]!)
  if (isOriginalMark(line)) return { lines: 1, kind: 'block' }

  const ruleLines = /^_{20,}$/.test(line) ? 1 : 0
  const headLines = countHeadLines(lines, at + ruleLines)
  if (headLines) return { lines: ruleLines + headLines, kind: 'block' }
  if (ruleLines || /^(?:from|de)\s?:\s.*@/i.test(line)) return { lines: 1, kind: 'loose' }

  return findAttribution(lines, at)
}

/** A line without blanks around it and without the signs that programs write for bold text. */
const plainLine = (line: string): string => line.replace(/[*\u200b\ufeff]/g, '').trim()

/** '-----Mensagem original-----', written only by Outlook, Samsung Mail, Yahoo and Proton. */
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

const headLabels = {
  from: /^(?:from|de)\s?:/i,
  sent: /^(?:sent|date|enviad[ao](?: em| el)?|data|fecha)\s?:/i,
  to: /^(?:to|para|cc|cópia|bcc|cco|reply-to|responder a)\s?:/i,
  subject: /^(?:subject|assunto|asunto)\s?:/i,
}

/** A list of receivers may continue in further lines. */
const maxContinuation = 3

/**
 * The number of lines, from `from` on, of a head as Outlook writes it: sender, date, receivers and
 * subject. 0 where a label is missing, as in a person's own text.
 */
function countHeadLines(lines: readonly string[], from: number): number {
  const firstLine = plainLine(lines[from] ?? '')
  if (!headLabels.from.test(firstLine)) return 0

  const seenLabels = new Set<string>()
  let continuationLines = 0
  let lastLabelLine = from

  for (let at = from + 1; at < lines.length && continuationLines <= maxContinuation; at++) {
    const line = plainLine(lines[at]!)
    const label = Object.entries(headLabels).find(([, form]) => form.test(line))?.[0]

    if (label) {
      if (label === 'from') break

      seenLabels.add(label)
      lastLabelLine = at
      continuationLines = 0
    } else if (seenLabels.has('subject')) break
    else continuationLines++
  }

  return ['sent', 'to', 'subject'].every((label) => seenLabels.has(label))
    ? lastLabelLine - from + 1
    : 0
}

/** A line that names the quoted writer may be broken into several. */
const maxAttributionLines = 4
const maxAttributionLength = 400

/** 'Em 26/11/2026 10:00, Loja escreveu:' and similar, in the three languages of customers. */
function findAttribution(lines: readonly string[], at: number): Head | null {
  let joinedLines = ''

  for (let n = 0; n < maxAttributionLines && at + n < lines.length; n++) {
    const line = plainLine(lines[at + n]!)
    if (!line || isQuoted(line) || joinedLines.length + line.length > maxAttributionLength)
      return null
    // No attribution spans these lines: this line starts an attribution itself, or the first line
    // cannot start one.
    if (n > 0 && (attributionStart.test(line) || !mayContinue(plainLine(lines[at]!)))) return null

    joinedLines = `${joinedLines} ${line}`.trimStart()
    const attributionKind = kindOfAttribution(joinedLines)
    if (attributionKind) return { lines: n + 1, kind: attributionKind }
  }

  return null
}

const attributionStart = /^(?:on|em|el|no dia|às)\s/i
const mayContinue = (line: string): boolean => attributionStart.test(line) || line.includes('<')

function kindOfAttribution(line: string): Head['kind'] | null {
  const namesAddress = /<[^<>@]*@[^<>@]*>/.test(line)
  // The form that Gmail used for years: '2026-11-26 10:00 GMT-03:00 Loja <loja@x.test>:'.
  if (namesAddress && /^\d{4}-\d\d-\d\d\s/.test(line) && line.endsWith('>:')) return 'loose'

  const lastVerb = [...line.matchAll(/(?:wrote|escreveu|escribió)/gi)].at(-1)
  if (!lastVerb) return null

  const afterVerb = line.slice(lastVerb.index + lastVerb[0].length).trim()
  if (afterVerb !== ':' && !(afterVerb.startsWith('(') && afterVerb.endsWith('):'))) return null
  if (!namesAddress && !attributionStart.test(line)) return null

  return namesAddress && hasMoment(line) ? 'named' : 'loose'
}

/** Whether a line contains a date with its year, and a time. */
const hasMoment = (line: string): boolean =>
  /\b(?:19|20)\d\d\b|\d[/.-]\d{1,2}[/.-]\d\d/.test(line) && /\d[:h.]\d\d/.test(line)

/** A longer signature is treated as words of the writer. */
const maxSignatureLines = 12

/** The line where a writer's words end, above the signature and the program's advertisement. */
function endOfWords(lines: readonly string[]): number {
  let wordsEnd = signatureAt(lines)
  while (
    wordsEnd > 0 &&
    (isBlankLine(lines[wordsEnd - 1]!) || isAdvertisement(lines[wordsEnd - 1]!))
  )
    wordsEnd--

  return wordsEnd
}

/** The line of the signature mark, '-- ' alone (RFC 3676); the number of lines without one. */
function signatureAt(lines: readonly string[]): number {
  const markLine = lines.lastIndexOf('-- ')
  return markLine >= 0 && lines.length - markLine <= maxSignatureLines ? markLine : lines.length
}

/** 'Enviado do meu iPhone' and similar. */
const isAdvertisement = (line: string): boolean =>
  line.length < 120 &&
  /^\s*(?:enviado|sent|get|obter|obtenha|baixe|obtener|obtén|descarga)\s/i.test(line) &&
  /\b(?:iphone|ipad|galaxy|samsung|android|outlook|yahoo|proton|windows|huawei|xiaomi|motorola)/i.test(
    line,
  )

/** The text without control characters and repeated blank lines. */
const cleanText = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed()
