import './tick.css'

/** Animated tick of a paid order; static under reduced motion. */
export function Tick() {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className="size-12 text-accent" fill="none">
      <g stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round">
        <circle className="tick-ring" cx="24" cy="24" r="21" pathLength="1" />
        <path className="tick-mark" d="m14.5 24.5 6.5 6.5 12.5-13" pathLength="1" />
      </g>
    </svg>
  )
}
