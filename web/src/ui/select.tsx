import type { ComponentProps } from 'react'

import { join } from './join.ts'

/** The browser's own select in the house's dress (controls.css); its height is its class's. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <select className={join('select pr-8', className)} {...rest} />
)
