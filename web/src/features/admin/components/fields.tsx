import { useId, type ComponentProps, type ReactNode } from 'react'

import { inputClass, Said, saidBy } from '../../../ui/field.tsx'
import { join } from '../../../ui/join.ts'
import { Select } from '../../../ui/select.tsx'

type Around = { label: ReactNode; hint?: ReactNode; error?: ReactNode; className?: string }

function Frame({
  id,
  label,
  hint,
  error,
  className,
  children,
}: Around & { id: string; children: ReactNode }) {
  return (
    <div className={join('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      <Said id={id} hint={hint} error={error} />
    </div>
  )
}

const tied = (id: string, { hint, error }: Around) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': saidBy(id, { hint, error }),
})

/** A labelled text area with its hint and error tied to it. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  mono = false,
  ...rest
}: ComponentProps<'textarea'> & Around & { mono?: boolean }) {
  const id = useId()
  const around = { label, hint, error, className }

  return (
    <Frame id={id} {...around}>
      <textarea
        {...tied(id, around)}
        className={join(inputClass, 'py-2', mono && 'font-mono text-sm')}
        rows={4}
        {...rest}
      />
    </Frame>
  )
}

/** A labelled select with its hint and error tied to it; options are its children. */
export function ChoiceField({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: ComponentProps<'select'> & Around) {
  const id = useId()
  const around = { label, hint, error, className }

  return (
    <Frame id={id} {...around}>
      <Select {...tied(id, around)} className={inputClass} {...rest}>
        {children}
      </Select>
    </Frame>
  )
}
