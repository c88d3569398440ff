import type { ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

/** A band at the top of an outcome page, in the accent colour if the order is paid. */
export function Band({
  paid: isPaid,
  className,
  children,
}: {
  paid: boolean
  className: string
  children: ReactNode
}) {
  return (
    <div className={join(isPaid ? 'bg-accent on-band' : 'bg-raised', className)}>
      <div className="page grid gap-4">{children}</div>
    </div>
  )
}

/** CSS variables: the size of the keys, and by how much the first key overlaps the band. */
export const keySizes = {
  single: '[--key:clamp(5rem,22vw,10rem)] [--over:calc(var(--key)/2)]',
  several: '[--key:clamp(4rem,16vw,6rem)] [--over:calc(var(--key)/2)]',
}
