import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'

export type RowAction = {
  /** What it does, e.g. 'Excluir'; the row's name is added for screen readers. */
  label: string
  icon: ReactNode
  run(): void
  danger?: boolean
  /** Greyed, with the reason as its title. */
  refused?: string | undefined
  pressed?: boolean
}

/** The acts of one row, in reach as small buttons. */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  return (
    <div className="flex items-center gap-0.5 md:justify-end">
      {actions.map(({ label, icon, run, danger, refused, pressed }) => (
        <IconButton
          key={label}
          label={`${label}: ${name}`}
          title={refused ?? label}
          aria-pressed={pressed}
          aria-disabled={refused ? true : undefined}
          className={join(
            'text-muted hover:text-ink md:size-8! 2xl:size-9! [&>svg]:size-4',
            danger && 'hover:text-bad',
            refused && 'opacity-40',
            pressed && 'text-warm',
          )}
          onClick={() => {
            if (!refused) run()
          }}
        >
          {icon}
        </IconButton>
      ))}
    </div>
  )
}
