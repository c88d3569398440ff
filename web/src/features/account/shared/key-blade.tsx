import { cutPath } from '@chaveiro/contracts/cut'
import type { CSSProperties, ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

const width = 320
const depth = 10

/** A key's blade: blank while the key is masked, cut from left to right when it is shown. */
export function KeyBlade({
  id,
  cut: isCut,
  className,
  children,
}: {
  /** The id that the teeth are drawn from. */
  id: string
  cut: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={join('grid min-w-0', className)}
      style={{ '--share': isCut ? 1 : 0 } as CSSProperties}
    >
      <div className="key-strip">{children}</div>

      <div className="-mt-px grid h-2.5 w-[calc(100%-0.5rem)] *:col-start-1 *:row-start-1">
        <Teeth path={`${cutPath(id, { width, height: depth })}Z`} className="key-cut" />
        <Teeth path={`M0 0H${width}L${width - 8} ${depth}H0Z`} className="key-blank" />
      </div>
    </div>
  )
}

function Teeth({ path, className }: { path: string; className: string }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${depth}`}
      preserveAspectRatio="none"
      aria-hidden
      className={join('size-full fill-ink forced-colors:fill-[CanvasText]', className)}
    >
      <path d={path} />
    </svg>
  )
}
