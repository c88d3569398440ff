import type { ReactNode } from 'react'

import { KeyRing, type Pose } from './key-ring.tsx'

/** Texts of an empty state, and how its keys hang. */
export type EmptyTexts = { title: ReactNode; text?: ReactNode; action?: ReactNode; pose?: Pose }

/** The key ring with the texts of an empty state. */
export function Blank({
  title,
  text,
  action,
  pose,
  heading = false,
  children,
}: EmptyTexts & { heading?: boolean; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-8 text-center text-balance">
      <KeyRing className="w-44" pose={pose} />

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
