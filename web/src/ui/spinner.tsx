import { join } from './join.ts'

/** A turning ring; decoration only, say in words what is awaited. */
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
