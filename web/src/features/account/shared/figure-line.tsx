import type { ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

/** Figures of a page in one line. */
export function FigureLine({ children }: { children: ReactNode }) {
  return <ul className="flex flex-wrap items-baseline gap-x-8 gap-y-1">{children}</ul>
}

/** One figure with its name; a button if onClick is passed. */
export function Figure({
  label,
  value,
  onClick,
}: {
  label: string
  value: string
  onClick?: () => void
}) {
  const content = (
    <>
      <span className="text-sm text-muted">{label}</span>
      <span
        className={join(
          'display text-lg whitespace-nowrap sm:text-[1.75rem] sm:leading-[1.875rem]',
          !!onClick && 'link',
        )}
      >
        {value}
      </span>
    </>
  )

  const rowClass = 'flex min-h-11 items-baseline gap-2'
  if (!onClick) return <li className={rowClass}>{content}</li>

  return (
    <li>
      <button type="button" onClick={onClick} className={rowClass}>
        {content}
      </button>
    </li>
  )
}
