import type { ReactNode } from 'react'

import { useTitle } from '../../../routing/title.ts'
import { join } from '../../../ui/join.ts'

/** Layout of a section: title, purpose, actions and content. */
export function Section({
  title,
  text,
  actions,
  list,
  children,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
  /** For lists: on a phone the purpose is hidden, because the first rows matter more. */
  list?: boolean
  children: ReactNode
}) {
  useTitle(title)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <h1 className="text-lg font-semibold tracking-tight wrap-anywhere">{title}</h1>

          {text && (
            <p className={join('text-sm wrap-anywhere text-muted', list && 'max-md:sr-only')}>
              {text}
            </p>
          )}
        </div>

        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>

      {children}
    </div>
  )
}
