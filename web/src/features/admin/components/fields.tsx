import { useId, type ComponentProps, type ReactNode } from 'react'

import { FieldMessage, fieldMessageId } from '../../../ui/field.tsx'
import { inputClass } from '../../../ui/input-class.ts'
import { join } from '../../../ui/join.ts'
import { Select } from '../../../ui/select.tsx'

type FieldFrame = { label: ReactNode; hint?: ReactNode; error?: ReactNode; className?: string }

function LabelledControl({
  id: controlId,
  label,
  hint,
  error,
  className,
  children,
}: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className={join('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className="text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldMessage id={controlId} hint={hint} error={error} />
    </div>
  )
}

const describedBy = (controlId: string, { hint, error }: FieldFrame) => ({
  id: controlId,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': fieldMessageId(controlId, { hint, error }),
})

/** A text area with a label, a hint and an error. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  mono = false,
  ...rest
}: ComponentProps<'textarea'> & FieldFrame & { mono?: boolean }) {
  const controlId = useId()
  const fieldFrame = { label, hint, error, className }

  return (
    <LabelledControl id={controlId} {...fieldFrame}>
      <textarea
        {...describedBy(controlId, fieldFrame)}
        className={join(inputClass, 'py-2', mono && 'font-mono text-sm')}
        rows={4}
        {...rest}
      />
    </LabelledControl>
  )
}

/** A select with a label, a hint and an error; its options are children. */
export function ChoiceField({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: ComponentProps<'select'> & FieldFrame) {
  const controlId = useId()
  const fieldFrame = { label, hint, error, className }

  return (
    <LabelledControl id={controlId} {...fieldFrame}>
      <Select {...describedBy(controlId, fieldFrame)} className={inputClass} {...rest}>
        {children}
      </Select>
    </LabelledControl>
  )
}
