import type { ReactNode } from 'react'

import { KeyRing } from './key-ring.tsx'

/** What an empty place says. */
export type Empty = { title: ReactNode; text?: ReactNode; action?: ReactNode }

/** The family of keys where there is nothing else to show, with the words of the place. */
export function Blank({
  title,
  text,
  action,
  heading = false,
  children,
}: Empty & { heading?: boolean; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-8 text-center text-balance">
      <KeyRing className="w-44" />

      {heading ? (
        <h1 className="text-xl font-bold tracking-tight">{title}</h1>
      ) : (
        <p className="text-lg font-semibold">{title}</p>
      )}

      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action}
      {children}
    </div>
  )
}
