import type { ComponentProps } from 'react'

import { join } from './join.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={join('rounded-lg bg-surface p-4 sm:p-6', className)} {...rest} />
}
