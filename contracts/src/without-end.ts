/**
 * A text without the trailing characters that a one-character pattern matches. A pattern such as
 * /x+$/ would restart at each character of a long run (check-patterns).
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text[end - 1]!)) end--

  return text.slice(0, end)
}
