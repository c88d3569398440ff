import type { ComponentProps } from 'react'

import { Field } from './field.tsx'

/** A labelled date, or date and time; with the browser's own calendar. */
export const DateField = ({
  withTime = false,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type'> & { withTime?: boolean }) => (
  <Field type={withTime ? 'datetime-local' : 'date'} {...rest} />
)
