import type { ReactNode } from 'react'

import { useTitle } from '../../../routing/title.ts'
import { join } from '../../../ui/join.ts'
import { usePhone } from './use-phone.ts'

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
  /**
   * A list: on a phone its first rows matter more than its purpose, which is hidden, and its
   * actions, which follow the rows and appear with them.
   */
  list?: 'loading' | 'shown'
  children: ReactNode
}) {
  useTitle(title)
  const isPhone = usePhone()
  const actionRow = actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>
  const isBelow = list !== undefined && isPhone

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <h1 className="section-heading wrap-anywhere">{title}</h1>

          {text && (
            <p className={join('text-sm wrap-anywhere text-muted', list && 'max-md:sr-only')}>
              {text}
            </p>
          )}
        </div>

        {!isBelow && actionRow}
      </header>

      {children}
      {isBelow && list === 'shown' && actionRow}
    </div>
  )
}
