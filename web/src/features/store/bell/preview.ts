import { bell } from '@chaveiro/contracts/limits'

type PreviewSource = {
  content: string
  embeds: readonly { title?: string | undefined; description?: string | undefined }[]
}

/**
 * Shortens a text to `maxLength` characters on one line, with an ellipsis. Counts code points, so
 * no character is cut in half.
 */
export function truncate(text: string, maxLength: number = bell.truncate): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()]
  if (characters.length <= maxLength) return characters.join('')

  return `${characters
    .slice(0, maxLength)
    .join('')
    .replace(/[\s.,;:]+$/u, '')}…`
}

/**
 * Preview of a notification: 80 characters of content, or 70 of an embed's title or description
 * (S286).
 */
export function previewOf({ content, embeds }: PreviewSource): string {
  if (content.trim()) return truncate(content, bell.preview)

  const embedText = embeds
    .flatMap(({ title, description }) => [title, description])
    .find((text) => text?.trim())

  return truncate(embedText ?? '', bell.embedPreview)
}

/**
 * Drops an embed's title that repeats the notification's title, which the dialog's head shows
 * (Q73).
 */
export const withoutTitle = <E extends { title?: string | undefined }>(
  embed: E,
  title: string | null | undefined,
): E => (title && embed.title === title ? { ...embed, title: undefined } : embed)

/** Whether the list's end is within 1.5 viewport heights, so that the next page loads (S055). */
export function nearEnd(
  list: { scrollTop: number; clientHeight: number; scrollHeight: number },
  viewport: number,
): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight <= bell.aheadViewports * viewport
}

/** An http(s) URL or a path of the shop; null for anything else, such as javascript: (Q78). */
export function safeLink(url: string | undefined | null): string | null {
  if (!url) return null
  if (/^https?:\/\/\S+$/i.test(url) || /^\/(?![/\\])\S*$/.test(url)) return url

  return null
}
