import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { Glyph } from './glyph.tsx'
import { join } from './join.ts'

/**
 * A grey placeholder in the size of the content; visible after 150 ms so that fast loads do not
 * flicker.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={join('animate-late rounded-md', className)}>
      <div className="size-full animate-breathe rounded-[inherit] bg-raised" />
    </div>
  )
}

/** Several skeletons, announced once. */
export function Skeletons({
  count,
  label,
  className,
  each,
}: {
  count: number
  label: string
  className?: string
  each: string
}) {
  return (
    <div role="status" data-skeletons aria-label={label} className={className}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={each} />
      ))}
    </div>
  )
}

/** An empty list: what would be here, and the next step. */
export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon?: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {icon && (
        <div aria-hidden className="text-muted">
          {icon}
        </div>
      )}

      <p className="text-lg font-semibold">{title}</p>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action}
    </div>
  )
}

/** A failed load: what happened, and a retry button. */
export function ErrorState({
  text,
  retry,
  onRetry,
}: {
  text: ReactNode
  retry: string
  onRetry(): void
}) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-lg border border-line px-6 py-10 text-center"
    >
      <Glyph name="alert" size={24} className="text-bad" />
      <p className="max-w-prose">{text}</p>
      <Button onClick={onRetry}>{retry}</Button>
    </div>
  )
}
