import type { ComponentProps } from 'react'

import { join } from './join.ts'

/** The native select in the shop's style (controls.css); the caller's class sets its height. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <select className={join('select pr-8', className)} {...rest} />
)
