import { bell } from '@chaveiro/contracts/limits'

type Shown = {
  content: string
  embeds: readonly { title?: string | undefined; description?: string | undefined }[]
}

/**
 * Shorten a text to so many characters, on one line, never in the middle of one; an ellipsis says
 * that there is more.
 */
export function truncate(text: string, most: number = bell.truncate): string {
  const letters = [...text.replace(/\s+/gu, ' ').trim()]
  return letters.length <= most
    ? letters.join('')
    : `${letters
        .slice(0, most)
        .join('')
        .replace(/[\s.,;:]+$/u, '')}…`
}

/**
 * What a list item says of a notification: 80 characters of its content, or 70 of an embed's title
 * or description (S286).
 */
export function previewOf({ content, embeds }: Shown): string {
  if (content.trim()) return truncate(content, bell.preview)

  const words = embeds
    .flatMap(({ title, description }) => [title, description])
    .find((text) => text?.trim())

  return truncate(words ?? '', bell.embedPreview)
}

/**
 * A notification's title is kept as its first embed's too (Q73); the dialog's head shows it
 * already.
 */
export const withoutTitle = <E extends { title?: string | undefined }>(
  embed: E,
  title: string | null | undefined,
): E => (title && embed.title === title ? { ...embed, title: undefined } : embed)

/**
 * Whether the end of a list is nearer than 1.5 viewport heights, so that more is to be loaded
 * (S055).
 */
export function nearEnd(
  list: { scrollTop: number; clientHeight: number; scrollHeight: number },
  viewport: number,
): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight <= bell.aheadViewports * viewport
}

/**
 * An address that may be followed: the web, or a path of the shop itself; null for anything else,
 * such as javascript: (Q78).
 */
export function safeLink(url: string | undefined | null): string | null {
  if (!url) return null
  return /^https?:\/\/\S+$/i.test(url) || /^\/(?![/\\])\S*$/.test(url) ? url : null
}
