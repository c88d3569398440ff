/** Words with a hyphen. */
const words = /(\S*-\S*)/

/** Numbers with one, such as a postcode's. */
export const hyphenedNumbers = /(\d+-\d+)/

/** The number of an order, in a text that may hold a mail's address as well. */
export const orderNumbers = /([A-Z]+-\d+)/

/**
 * A text whose words with a hyphen stay whole: a network or an order's number is read as one. Of a
 * text that may be long in any word, only its numbers do.
 */
export function Unbroken({
  children: text,
  parts = words,
}: {
  children: string
  /** What stays whole, as one group. */
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
