import { useId, type ComponentProps, type ReactNode } from 'react'

import { FieldMessage, fieldMessageId, type FieldMessages } from './field.tsx'
import { inputClass } from './input-class.ts'
import { join } from './join.ts'

/** A labelled textarea with its hint and error tied to it. */
export function TextField({
  label,
  hint,
  error,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id'> & FieldMessages & { label: ReactNode }) {
  const fieldId = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={fieldId} className="text-sm font-medium">
        {label}
      </label>

      <textarea
        id={fieldId}
        aria-invalid={error ? true : undefined}
        aria-describedby={fieldMessageId(fieldId, { hint, error })}
        className={join(inputClass, 'py-2')}
        {...rest}
      />

      <FieldMessage id={fieldId} hint={hint} error={error} />
    </div>
  )
}
