/** The shop's mark: a key with a warm light in its bow. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <g
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="11" cy="11.5" r="6" />
        <path d="m15.4 15.9 10.4 10.4M20.8 21.3l2.9-2.9M24.3 24.8l2.1-2.1" />
      </g>

      <circle cx="11" cy="11.5" r="1.9" fill="var(--warm)" />
    </svg>
  )
}
