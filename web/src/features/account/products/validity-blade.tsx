import { cutPath } from '@chaveiro/contracts/cut'
import { useState } from 'react'

const width = 240
const back = 4
const depth = 8

/** The share of a term that has passed, from 0 to 1. */
function passedShare(from: string, until: string, now: number): number {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  if (end <= start) return 1

  return Math.min(1, Math.max(0, (now - start) / (end - start)))
}

/** How long a licence is still valid: teeth for the time left, worn flat where it has passed. */
export function ValidityBlade({ id, from, until }: { id: string; from: string; until: string }) {
  const [now] = useState(() => Date.now())
  const worn = Math.round(passedShare(from, until, now) * width)
  const remaining = width - worn
  const height = back + depth

  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-3 w-full max-w-72"
    >
      <rect width={worn} height={back} className="fill-edge forced-colors:fill-[GrayText]" />
      {remaining > 0 && (
        <svg
          x={worn}
          width={remaining}
          height={height}
          viewBox={`${worn} 0 ${remaining} ${height}`}
        >
          <g className="fill-ink forced-colors:fill-[CanvasText]">
            <path d={`M0 0H${width}V${back}H0Z`} />
            <path
              d={`${cutPath(id, { width, height: depth })}Z`}
              transform={`translate(0 ${back})`}
            />
          </g>
        </svg>
      )}
    </svg>
  )
}
