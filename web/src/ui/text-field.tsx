import { useId, type ComponentProps, type ReactNode } from 'react'

import { inputClass, Said, saidBy, type Saying } from './field.tsx'
import { join } from './join.ts'

/** A labelled field of several lines, with its hint and error tied to it. */
export function TextField({
  label,
  hint,
  error,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id'> & Saying & { label: ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>

      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={saidBy(id, { hint, error })}
        className={join(inputClass, 'py-2')}
        {...rest}
      />

      <Said id={id} hint={hint} error={error} />
    </div>
  )
}
