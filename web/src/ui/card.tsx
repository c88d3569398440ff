import type { ComponentProps, ReactNode } from 'react'

import { join } from './join.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={join('rounded-lg border border-line bg-surface p-4 sm:p-6', className)}
      {...rest}
    />
  )
}

/** Figures in a row: side by side as they fit on a phone, in columns above that. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 *:flex-auto sm:grid sm:auto-cols-fr sm:grid-flow-col sm:gap-4">
      {children}
    </div>
  )
}

/** One figure with its name; a button if onClick is passed. */
export function StatCard({
  label,
  value,
  icon,
  onClick,
}: {
  label: ReactNode
  value: ReactNode
  icon?: ReactNode
  onClick?: () => void
}) {
  const cardContent = (
    <>
      <span className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>{label}</span>
        {icon && <span className="max-sm:hidden">{icon}</span>}
      </span>
      <span className="font-bold tracking-tight sm:text-xl">{value}</span>
    </>
  )

  const cardClass =
    'grid rounded-lg border border-line bg-surface px-4 py-2.5 text-left sm:gap-2 sm:p-5'

  if (onClick)
    return (
      <button
        type="button"
        onClick={onClick}
        className={join(cardClass, 'transition-colors hover:bg-raised')}
      >
        {cardContent}
      </button>
    )

  return <div className={cardClass}>{cardContent}</div>
}
