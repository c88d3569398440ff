import type { ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

/** Figures of a page in one line. */
export function FigureLine({ children }: { children: ReactNode }) {
  return (
    <ul className="flex flex-wrap justify-between gap-x-4 gap-y-1 sm:justify-start sm:gap-x-8">
      {children}
    </ul>
  )
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
      <span className="text-xs text-muted sm:text-sm">{label}</span>
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

  const rowClass = 'grid min-h-11 text-left sm:flex sm:items-baseline sm:gap-2'
  if (!onClick) return <li className={rowClass}>{content}</li>

  return (
    <li>
      <button type="button" onClick={onClick} className={rowClass}>
        {content}
      </button>
    </li>
  )
}
