// Prepares texts of people for a chat message: shown as they were typed, within the service's
// limits.

/**
 * A text whose signs mean nothing to the chat's markup; addresses stay whole, so that they can be
 * followed.
 */
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

/**
 * A text cut to a length, an ellipsis showing that it was; never through the middle of a sign, nor
 * behind a lone backslash.
 */
export function cutChat(text: string, most: number): string {
  if (text.length <= most) return text

  const kept = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')

  return `${/(?:^|[^\\])(?:\\\\)*\\$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
