import type { ReactNode } from 'react'

import { join } from './join.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'info' | 'muted' | 'warm'

const toneClasses: Record<Tone, string> = {
  good: 'text-good',
  wait: 'text-wait',
  bad: 'text-bad',
  info: 'text-info',
  muted: 'text-muted',
  warm: 'text-wait',
}

/** Classes of a badge, for buttons that look like one. */
export const badgeClass = (tone: Tone, extra?: string): string =>
  join('badge', toneClasses[tone], extra)

/** A short state in words and in a colour, so that colour is not the only sign. */
export function Badge({
  tone = 'muted',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span className={badgeClass(tone, className)}>
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}

/** A message in a box. Errors are announced at once. */
export function Notice({
  tone = 'info',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={join(
        'rounded-md border border-current/30 bg-surface px-4 py-3 text-sm',
        toneClasses[tone],
        className,
      )}
    >
      {children}
    </div>
  )
}
