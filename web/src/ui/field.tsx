import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'

import { inputClass } from './input-class.ts'
import { join } from './join.ts'
import { Select } from './select.tsx'
import { TickBox } from './tick-box.tsx'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={join(inputClass, className)} {...rest} />
}

export type FieldMessages = { hint?: ReactNode; error?: ReactNode }

/** Id of the message below a field. */
export function fieldMessageId(id: string, { hint, error }: FieldMessages): string | undefined {
  if (error) return `${id}-error`
  if (!hint) return undefined

  return `${id}-hint`
}

/** The message below a field: its error, else its hint. */
export function FieldMessage({ id, hint, error }: FieldMessages & { id: string }) {
  if (error)
    return (
      <p id={`${id}-error`} role="alert" className="text-sm text-bad">
        {error}
      </p>
    )

  if (!hint) return null

  return (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {hint}
    </p>
  )
}

type FieldProps = Omit<ComponentProps<'input'>, 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  end?: ReactNode
  /** Monospace, for codes and keys. */
  mono?: boolean
}

/** A labelled input with its hint and error tied to it; works with `{...register('name')}`. */
export function Field({ label, hint, error, end, mono, id, className, ...rest }: FieldProps) {
  const generatedId = useId()
  const inputId = id ?? generatedId

  return (
    <div className={join('grid gap-1.5', className)}>
      <label htmlFor={inputId} className="text-sm font-medium">
        {label}
      </label>

      <div className="relative">
        <Input
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={fieldMessageId(inputId, { hint, error })}
          className={join(Boolean(end) && 'pr-12', mono && 'font-mono')}
          {...rest}
        />

        {end && <div className="absolute inset-y-0 right-0 grid place-items-center">{end}</div>}
      </div>

      <FieldMessage id={inputId} hint={hint} error={error} />
    </div>
  )
}

/** A password field with a show/hide toggle; `show` and `hide` are the toggle's labels. */
export function PasswordField({
  show,
  hide,
  ...rest
}: Omit<FieldProps, 'type' | 'end'> & { show: string; hide: string }) {
  const [isVisible, setShown] = useState(false)
  const VisibilityIcon = isVisible ? EyeOff : Eye

  return (
    <Field
      {...rest}
      type={isVisible ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={isVisible ? hide : show}
          aria-pressed={isVisible}
          onClick={() => setShown(!isVisible)}
          className="grid size-11 place-items-center rounded-md text-muted hover:text-ink"
        >
          <VisibilityIcon size={18} aria-hidden />
        </button>
      }
    />
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { error?: ReactNode }

/** A checkbox with its label; the whole line is the target. */
export function Checkbox({ children, error, className, id, ...rest }: CheckboxProps) {
  const generatedId = useId()
  const inputId = id ?? generatedId

  return (
    <div className={className}>
      <label htmlFor={inputId} className="flex min-h-(--control) items-center gap-3 text-sm">
        <TickBox
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
          {...rest}
        />

        <span>{children}</span>
      </label>

      <FieldMessage id={inputId} error={error} />
    </div>
  )
}

/** A select with its label. */
export function SelectField({
  label,
  children,
  id,
  className,
  ...rest
}: ComponentProps<'select'> & { label: ReactNode }) {
  const generatedId = useId()
  return (
    <div className={join('grid gap-1.5', className)}>
      <label htmlFor={id ?? generatedId} className="text-sm font-medium">
        {label}
      </label>
      <Select id={id ?? generatedId} className={inputClass} {...rest}>
        {children}
      </Select>
    </div>
  )
}
