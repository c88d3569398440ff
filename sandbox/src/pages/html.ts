/** Text that is already markup. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Markup in which every value is escaped unless it is Html. Lists are joined; null and false render
 * nothing.
 */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(
    strings.reduce(
      (text, piece, index) =>
        text + piece + (index < values.length ? renderPart(values[index]) : ''),
      '',
    ),
  )
}

const HTML_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character]!)

function renderPart(value: Part): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(renderPart).join('')

  return escapeHtml(String(value))
}
