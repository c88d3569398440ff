import type { ComponentProps } from 'react'

import { Field } from './field.tsx'

/** A labelled day, or a day with its time; the browser's own calendar stands behind it. */
export const DateField = ({
  withTime = false,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type'> & { withTime?: boolean }) => (
  <Field type={withTime ? 'datetime-local' : 'date'} {...rest} />
)
