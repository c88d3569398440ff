import type { ComponentProps } from 'react'

import { join } from './join.ts'

/** The browser's own checkbox in the house's dress (controls.css); a label lies around it. */
export const TickBox = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input type="checkbox" className={join('tick', className)} {...rest} />
)
