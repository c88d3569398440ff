/**
 * A text without the trailing characters that a one-character pattern matches. A pattern such as
 * /x+$/ would restart at each character of a long run (check-patterns).
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let endIndex = text.length
  while (endIndex > 0 && sign.test(text[endIndex - 1]!)) endIndex--

  return text.slice(0, endIndex)
}
