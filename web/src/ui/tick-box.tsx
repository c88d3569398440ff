import type { ComponentProps } from 'react'

import { join } from './join.ts'

/** The native checkbox in the shop's style (controls.css). The caller wraps it in a label. */
export const TickBox = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input type="checkbox" className={join('tick', className)} {...rest} />
)
