import type { ReactNode } from 'react'

import { Cut } from '../../../ui/cut.tsx'

/** The heading of a section, below a decorative line whose teeth are computed from `seed`. */
export function Heading({ children, seed }: { children: ReactNode; seed: string }) {
  return (
    <div className="grid gap-3">
      <Cut id={seed} />
      <h2 className="section-heading">{children}</h2>
    </div>
  )
}
