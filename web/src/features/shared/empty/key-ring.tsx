import { join } from '../../../ui/join.ts'

// A ring with five keys of different teeth; each hangs at its own angle.
const ringKeys = [
  { turn: -58, long: 118, teeth: [70, 86, 104], tone: 'stroke-edge' },
  { turn: -30, long: 138, teeth: [92, 118], tone: 'stroke-muted' },
  { turn: -3, long: 156, teeth: [98, 118, 138], tone: 'stroke-accent' },
  { turn: 25, long: 132, teeth: [84, 112], tone: 'stroke-warm' },
  { turn: 52, long: 112, teeth: [66, 82, 98], tone: 'stroke-edge' },
]

/** Decorative drawing of empty states. */
export function KeyRing({ className }: { className?: string }) {
  return (
    <svg
      viewBox="-190 -100 380 330"
      aria-hidden
      className={join('fill-none [stroke-linecap:round] [stroke-linejoin:round]', className)}
    >
      <circle r="62" cy="-20" className="stroke-line" strokeWidth="11" />
      <circle r="62" cy="-20" className="stroke-edge" strokeWidth="5" />

      {ringKeys.map(({ turn, long, teeth, tone }) => (
        <g
          key={turn}
          transform={`translate(0 -20) rotate(${turn}) translate(0 62)`}
          className={tone}
          strokeWidth="8"
        >
          <circle cy="22" r="21" className="fill-ground" />
          <circle cy="11" r="4" strokeWidth="3" />
          <path
            d={`M0 43V${long + 22}${teeth.map((tooth, i) => `M0 ${tooth + 22}h${i % 2 ? 12 : 18}`).join('')}`}
          />
        </g>
      ))}
    </svg>
  )
}
