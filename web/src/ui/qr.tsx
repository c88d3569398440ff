import { encode } from 'uqr'

/** A QR code as SVG, black on white in both themes for bank apps; size in px. */
export function QrCode({
  text,
  label,
  size = 160,
  level = 'H',
}: {
  text: string
  label: string
  size?: number
  level?: 'L' | 'M' | 'Q' | 'H'
}) {
  const { data, size: modules } = encode(text, { ecc: level, border: 2 })
  const modulePath = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')

  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="rounded-sm bg-white"
    >
      <path d={modulePath} fill="#000" />
    </svg>
  )
}
