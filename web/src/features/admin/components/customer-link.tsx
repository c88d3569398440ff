import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { join } from '../../../ui/join.ts'
import { detailPath } from './detail-page.tsx'

/** A customer's name as a link to their page; plain text when there is no account (P340). */
export function CustomerLink({
  id,
  className,
  title,
  children,
}: {
  id: string | null
  className?: string
  title?: string
  children: ReactNode
}) {
  if (!id)
    return (
      <span className={className} title={title}>
        {children}
      </span>
    )

  return (
    <Link
      to={detailPath('users', id)}
      title={title}
      className={join(
        'inline-block min-h-6 max-w-full py-0.5 underline-offset-4 hover:underline',
        className,
      )}
    >
      {children}
    </Link>
  )
}
