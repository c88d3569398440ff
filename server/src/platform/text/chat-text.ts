// Prepares texts that people typed for a chat message: shown as typed, within the service's limits.

/** Escapes the chat's markup in a text. URLs are not escaped, so that they remain links. */
export const plainChat = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, i) =>
      i % 2
        ? part
        : part
            .replace(/[\\*_~`|<>[\]()#]/g, '\\$&')
            .replace(/^([^\S\n\r\u2028\u2029]*)([-+]|\d+\.)(?=\s)/gm, '$1\\$2'),
    )
    .join('')

/** Cuts a text to a length with an ellipsis, but never inside a surrogate pair or an escape. */
export function cutChat(text: string, longest: number): string {
  if (text.length <= longest) return text

  const shortened = text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')

  return `${/(?:^|[^\\])(?:\\\\)*\\$/.test(shortened) ? shortened.slice(0, -1) : shortened}…`
}
