// Lucide's drawings (ISC) for icons of the first load. Lucide's component and helpers would add
// 2 kB to that load.
const drawings = {
  bell:
    'M10.3 21a2 2 0 0 0 3.4 0' +
    'M3.3 15.3A1 1 0 0 0 4 17h16a1 1 0 0 0 .7-1.7C19.4 14 18 12.5 18 8A6 6 0 0 0 6 8c0 4.5-1.4 6-2.7 7.3',
  menu: 'M4 5h16M4 12h16M4 19h16',
  bag:
    'M16 10a4 4 0 0 1-8 0M3.1 6h17.8M3.4 5.5A2 2 0 0 0 3 6.7V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.7' +
    'a2 2 0 0 0-.4-1.2l-2-2.7A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z',
  search: 'm21 21-4.3-4.3M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0',
  note: 'm19 6-5.2-3.9a.5.5 0 0 0-.8.4V18a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
  alert: 'M12 8v4M12 16h0M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0',
  plus: 'M5 12h14M12 5v14',
  choices: 'M4 6h16M4 12h16M4 18h9',
}

/** A decorative icon of the first load; all other icons come from the library. */
export function Glyph({
  name,
  size,
  className,
}: {
  name: keyof typeof drawings
  size: number
  className?: string
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
