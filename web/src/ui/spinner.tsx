import { join } from './join.ts'

/** Decorative; the caller says in words what is loading. */
export function Spinner({ small = false, className }: { small?: boolean; className?: string }) {
  return (
    <span
      aria-hidden
      className={join(
        'inline-block animate-turn rounded-full border-2 border-current border-r-transparent',
        small ? 'size-4' : 'size-7',
        className,
      )}
    />
  )
}
