import { Star, StarHalf } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

import { Said } from './field.tsx'
import { join } from './join.ts'

const all = [1, 2, 3, 4, 5] as const

/** Stars of five, to the half; what they say stands beside them in words. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  const halves = Math.round(rating * 2)
  return (
    <span aria-hidden className="inline-flex text-warm">
      {all.map((star) => (
        <span key={star} className="relative">
          <Star size={size} className={join(halves >= star * 2 ? 'fill-current' : 'opacity-40')} />
          {halves === star * 2 - 1 ? (
            <StarHalf size={size} className="absolute inset-0 fill-current" />
          ) : null}
        </span>
      ))}
    </span>
  )
}

/**
 * One to five stars, as radio buttons that look like stars; arrow keys move between them, and what
 * the choice says stands beside.
 */
export function StarChoice({
  legend,
  value,
  nameOf,
  error,
  field,
}: {
  legend: ReactNode
  /** How many are chosen; 0 before any. */
  value: number
  nameOf(stars: (typeof all)[number]): string
  error?: ReactNode
  field: ComponentProps<'input'>
}) {
  const id = useId()
  const chosen = all.find((star) => star === value)

  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>

      <div className="-ml-2 flex flex-wrap items-center gap-x-2">
        <span className="flex text-warm">
          {all.map((star) => (
            <label
              key={star}
              title={nameOf(star)}
              className="relative grid size-11 place-items-center rounded-md hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                value={star}
                aria-label={nameOf(star)}
                aria-invalid={error ? true : undefined}
                className="absolute opacity-0"
                {...field}
              />

              <Star aria-hidden size={28} className={join(star <= value && 'fill-current')} />
            </label>
          ))}
        </span>

        {chosen ? <span className="ml-2 text-sm text-muted">{nameOf(chosen)}</span> : null}
      </div>

      <Said id={id} error={error} />
    </fieldset>
  )
}
