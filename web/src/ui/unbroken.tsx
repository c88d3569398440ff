/** Hyphenated words. */
const hyphenedWords = /(\S*-\S*)/

/** Hyphenated numbers such as postcodes. */
export const hyphenedNumbers = /(\d+-\d+)/

/** Order numbers, for a text that may also contain a mail address. */
export const orderNumbers = /([A-Z]+-\d+)/

/**
 * Keeps hyphenated parts of a text on one line, such as network names and order numbers. In texts
 * with long words pass a narrower pattern.
 */
export function Unbroken({
  children: text,
  parts = hyphenedWords,
}: {
  children: string
  /** The parts that stay on one line, as one capture group. */
  parts?: RegExp
}) {
  return text.split(parts).map((part, index) =>
    index % 2 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
