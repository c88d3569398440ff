import { cutPath } from '@chaveiro/contracts/cut'
import type { CSSProperties, ReactNode } from 'react'

import { join } from './join.ts'

const teethWidth = 640
const teethHeight = 44
/** A blade without teeth: as deep as the deepest tooth before cutting, slimmer if never cut. */
const blankPath = (depth: number) => `M0 0H${teethWidth}L${teethWidth - 16} ${depth}H0Z`

/**
 * A drawn key as wide as its container, with `children` on the blade and teeth computed from `id`.
 * The teeth are cut once, from left to right; without an id the key is a blank.
 */
export function KeyShape({
  id,
  children,
  className,
  ink = false,
  share,
}: {
  id: string | null
  children?: ReactNode
  className?: string
  /** Whether the bow has the ink colour too, for a key on the accent colour. */
  ink?: boolean
  /** Share of the teeth that is cut, from 0 to 1; the rest of the blade is blank. */
  share?: number
}) {
  return (
    <div
      className={join('key-shape', className)}
      data-ink={ink || undefined}
      style={share === undefined ? undefined : ({ '--share': share } as CSSProperties)}
    >
      <svg viewBox="0 0 100 100" aria-hidden className="key-bow">
        <path
          fillRule="evenodd"
          d="M50 0a50 50 0 1 0 0 100 50 50 0 0 0 0-100M31 37a13 13 0 1 1 0 26 13 13 0 0 1 0-26"
        />
      </svg>

      <div className="key-blade">{children}</div>

      {id !== null && (
        <Teeth
          path={`${cutPath(id, { width: teethWidth, height: teethHeight })}Z`}
          className="key-cut"
        />
      )}
      {(id === null || share !== undefined) && (
        <Teeth
          path={blankPath(id === null ? teethHeight / 2 : teethHeight)}
          className="key-blank"
        />
      )}
    </div>
  )
}

function Teeth({ path, className }: { path: string; className: string }) {
  return (
    <svg
      viewBox={`0 0 ${teethWidth} ${teethHeight}`}
      preserveAspectRatio="none"
      aria-hidden
      className={join('key-teeth', className)}
    >
      <path d={path} />
    </svg>
  )
}
