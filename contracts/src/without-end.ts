/**
 * A text without the signs at its end that a pattern of one sign names. A pattern such as /x+$/
 * would begin again at each sign of a long run (check-patterns).
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text[end - 1]!)) end--

  return text.slice(0, end)
}
