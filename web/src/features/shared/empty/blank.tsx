import type { ReactNode } from 'react'

import { KeyRing } from './key-ring.tsx'

/** Texts of an empty state. */
export type EmptyTexts = { title: ReactNode; text?: ReactNode; action?: ReactNode }

/** The key ring with the texts of an empty state. */
export function Blank({
  title,
  text,
  action,
  heading = false,
  children,
}: EmptyTexts & { heading?: boolean; children?: ReactNode }) {
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
