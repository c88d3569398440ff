import type { ComponentProps, ReactNode } from 'react'
import { join } from './join.ts'

/** A raised surface. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={join('rounded-lg border border-line bg-surface p-4 sm:p-6', className)}
      {...rest}
    />
  )
}

/** One figure with its name; a button when onClick is given. */
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
  const inner = (
    <>
      <span className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>{label}</span>
        {icon}
      </span>
      <span className="text-xl font-bold tracking-tight">{value}</span>
    </>
  )
  const shape = 'grid gap-2 rounded-lg border border-line bg-surface p-4 text-left sm:p-5'
  return onClick ? (
    <button
      type="button"
      onClick={onClick}
      className={join(shape, 'transition-colors hover:bg-raised')}
    >
      {inner}
    </button>
  ) : (
    <div className={shape}>{inner}</div>
  )
}
