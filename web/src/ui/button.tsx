import type { ComponentProps, ReactNode } from 'react'

import { join } from './join.ts'
import { Spinner } from './spinner.tsx'

export type ButtonLook = 'primary' | 'ink' | 'plain' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

// With forced colours the otherwise transparent border marks a button.
const lookClasses: Record<ButtonLook, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-110 active:brightness-95',
  ink: 'border-transparent bg-ink text-ground hover:opacity-90',
  plain: 'border-transparent bg-raised text-ink hover:bg-high',
  ghost: 'border-transparent text-ink hover:bg-raised',
  danger: 'border-transparent bg-bad text-ground hover:brightness-110',
}

const sizeClasses: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1 text-sm',
  md: 'min-h-(--control) px-4 py-1.5 text-sm',
  lg: 'min-h-12 px-6 py-2 text-base',
}

/** Classes of a button, for links that act as one. */
export function buttonClass(
  look: ButtonLook = 'plain',
  size: ButtonSize = 'md',
  extra?: string,
): string {
  return join(
    'inline-flex items-center justify-center gap-2 rounded-md border font-semibold ' +
      'select-none transition-[filter,background-color,opacity] duration-150 ' +
      'disabled:opacity-55',
    lookClasses[look],
    sizeClasses[size],
    extra,
  )
}

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  size?: ButtonSize
  busy?: boolean
  icon?: ReactNode
}

/** A button. While busy it keeps its width and label, shows a spinner and takes no clicks. */
export function Button({
  look = 'plain',
  size = 'md',
  busy = false,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(look, size, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner small /> : icon}
      {children}
    </button>
  )
}

/** A square button with only an icon; label is its accessible name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={join(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-ink ' +
          'transition-colors hover:bg-raised disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
