/** A text whose words with a hyphen stay whole: a network or an order's number is read as one. */
export function Unbroken({ children: text }: { children: string }) {
  return text.split(/(\S*-\S*)/).map((part, index) =>
    index % 2 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
