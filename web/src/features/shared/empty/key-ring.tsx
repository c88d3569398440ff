import { join } from '../../../ui/join.ts'

/**
 * How the blanks hang: in a fan; apart, with an outline where one is missing; beside an opened
 * ring; swung to a side; a single one.
 */
export type Pose = keyof typeof poses

const tones = ['fill-edge', 'fill-muted', 'fill-ink'] as const

/** Blanks of each pose: angle on the ring, length, tone. */
const poses = {
  fan: [
    [-62, 112, 0],
    [-33, 132, 1],
    [26, 128, 1],
    [55, 108, 0],
    [-4, 156, 2],
  ],
  apart: [
    [-78, 108, 0],
    [-50, 134, 1],
    [50, 134, 1],
    [78, 108, 0],
  ],
  open: [
    [64, 112, 0],
    [30, 138, 1],
  ],
  swung: [
    [84, 100, 0],
    [66, 116, 0],
    [48, 132, 1],
    [30, 144, 1],
    [12, 156, 2],
  ],
  single: [[-8, 156, 2]],
} as const satisfies Record<string, readonly (readonly [number, number, 0 | 1 | 2])[]>

/** A bow with its hole on the ring. */
const bowPath = 'M0 0a27 27 0 1 0 0 54 27 27 0 0 0 0-54M0 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14'

const bladePath = (length: number) => `M-10 48H10V${length}L0 ${length + 10}-10 ${length}z`

/** A blank; the one in ink has a bow in the accent. */
function BlankKey({ place, length, tone }: { place: string; length: number; tone: 0 | 1 | 2 }) {
  return (
    <g transform={place}>
      <path d={bladePath(length)} className={tones[tone]} />
      <path d={bowPath} fillRule="evenodd" className={tone === 2 ? 'fill-accent' : tones[tone]} />
    </g>
  )
}

/** The outline of a key that is not on the ring. */
const MissingKey = () => (
  <g transform="translate(0 30)" className="stroke-ink" strokeWidth="3" strokeDasharray="7 6">
    <path d="M-10 51V156L0 166 10 156V51" />
    <circle cy="27" r="26" />
    <circle cy="12" r="7" strokeDasharray="none" />
  </g>
)

/** Decorative drawing of empty states: keys that are not cut yet. */
export function KeyRing({
  className,
  pose = 'fan',
}: {
  className?: string
  pose?: Pose | undefined
}) {
  return (
    <svg viewBox="-190 -100 380 330" aria-hidden className={join('fill-none', className)}>
      <circle
        r="62"
        cy="-20"
        transform="rotate(64 0 -20)"
        className="stroke-edge"
        strokeWidth="7"
        // Most of the circumference of 390: the ring has a gap at its lower right.
        strokeDasharray={pose === 'open' ? '330 60' : undefined}
      />

      {poses[pose].map(([turn, length, tone]) => (
        <BlankKey
          key={turn}
          place={`translate(0 -20) rotate(${turn}) translate(0 50)`}
          length={length}
          tone={tone}
        />
      ))}

      {pose === 'apart' && <MissingKey />}
      {pose === 'open' && <BlankKey place="translate(78 22) rotate(-34)" length={156} tone={2} />}
    </svg>
  )
}
