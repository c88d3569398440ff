import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'

import { join } from './join.ts'
import { Select } from './select.tsx'
import { TickBox } from './tick-box.tsx'

export const inputClass =
  'w-full min-h-11 rounded-md border border-edge bg-surface px-3 text-base text-ink ' +
  'placeholder:text-muted transition-colors focus-visible:border-accent ' +
  'disabled:opacity-60 aria-invalid:border-bad'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={join(inputClass, className)} {...rest} />
}

export type Saying = { hint?: ReactNode; error?: ReactNode }

/** The id of what stands below a field. */
export function saidBy(id: string, { hint, error }: Saying): string | undefined {
  if (error) return `${id}-error`
  return hint ? `${id}-hint` : undefined
}

/** What stands below a field: what is wrong with it, else its hint. */
export function Said({ id, hint, error }: Saying & { id: string }) {
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
  /** Typed in letters of one width, as codes and keys are. */
  mono?: boolean
}

/** A labelled input with its hint and error tied to it; works with `{...register('name')}`. */
export function Field({ label, hint, error, end, mono, id, className, ...rest }: FieldProps) {
  const own = useId()
  const inputId = id ?? own

  return (
    <div className={join('grid gap-1.5', className)}>
      <label htmlFor={inputId} className="text-sm font-medium">
        {label}
      </label>

      <div className="relative">
        <Input
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={saidBy(inputId, { hint, error })}
          className={join(Boolean(end) && 'pr-12', mono && 'font-mono')}
          {...rest}
        />

        {end ? (
          <div className="absolute inset-y-0 right-0 grid place-items-center">{end}</div>
        ) : null}
      </div>

      <Said id={inputId} hint={hint} error={error} />
    </div>
  )
}

/** A password field with a show/hide toggle; the two labels name what the toggle does. */
export function PasswordField({
  show,
  hide,
  ...rest
}: Omit<FieldProps, 'type' | 'end'> & { show: string; hide: string }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye

  return (
    <Field
      {...rest}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={shown ? hide : show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-md text-muted hover:text-ink"
        >
          <Icon size={18} aria-hidden />
        </button>
      }
    />
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { error?: ReactNode }

/** A checkbox with its label; the whole line is the target. */
export function Checkbox({ children, error, className, id, ...rest }: CheckboxProps) {
  const own = useId()
  const inputId = id ?? own

  return (
    <div className={className}>
      <label htmlFor={inputId} className="flex min-h-11 items-center gap-3 text-sm">
        <TickBox
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
          {...rest}
        />

        <span>{children}</span>
      </label>

      <Said id={inputId} error={error} />
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
  const own = useId()
  return (
    <div className={join('grid gap-1.5', className)}>
      <label htmlFor={id ?? own} className="text-sm font-medium">
        {label}
      </label>
      <Select id={id ?? own} className={inputClass} {...rest}>
        {children}
      </Select>
    </div>
  )
}
