import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { join } from '../../../ui/join.ts'
import { pageOf } from './detail-page.tsx'

/** What a customer is called, which leads to his page (P340); plain words where nobody has an account. */
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
      to={pageOf('users', id)}
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
