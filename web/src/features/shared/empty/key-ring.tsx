import { join } from '../../../ui/join.ts'

// Five blanks on a ring; each hangs at its own angle and has its own length.
const ringBlanks = [
  { turn: -62, length: 112, tone: 'fill-edge' },
  { turn: -33, length: 132, tone: 'fill-muted' },
  { turn: -4, length: 156, tone: 'fill-ink' },
  { turn: 26, length: 128, tone: 'fill-muted' },
  { turn: 55, length: 108, tone: 'fill-edge' },
]

/** A bow with its hole on the ring. */
const bowPath = 'M0 0a27 27 0 1 0 0 54 27 27 0 0 0 0-54M0 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14'

const bladePath = (length: number) => `M-10 48H10V${length}L0 ${length + 10}-10 ${length}z`

/** Decorative drawing of empty states: keys that are not cut yet. */
export function KeyRing({ className }: { className?: string }) {
  return (
    <svg viewBox="-190 -100 380 330" aria-hidden className={join('fill-none', className)}>
      <circle r="62" cy="-20" className="stroke-edge" strokeWidth="7" />

      {ringBlanks.map(({ turn, length, tone }) => (
        <g key={turn} transform={`translate(0 -20) rotate(${turn}) translate(0 50)`}>
          <path d={bladePath(length)} className={tone} />
          <path
            d={bowPath}
            fillRule="evenodd"
            className={tone === 'fill-ink' ? 'fill-accent' : tone}
          />
        </g>
      ))}
    </svg>
  )
}
