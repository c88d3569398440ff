import { Star } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

import { FieldMessage } from './field.tsx'
import { join } from './join.ts'

const starValues = [1, 2, 3, 4, 5] as const

const starPath = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.05 1.1-6.5-4.7-4.6 6.5-.95z'

/** The width that a star fills: whole, half or none. */
const filledShare = (halfStars: number, star: number) =>
  Math.min(1, Math.max(0, halfStars / 2 - star + 1))

/** Rating out of five in half steps. Decorative; a text beside it says the rating. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  const halfStars = Math.round(rating * 2)
  return (
    <span aria-hidden className="inline-flex gap-px star-ink">
      {starValues.map((star) => (
        <svg
          key={star}
          viewBox="0 0 24 24"
          width={size}
          height={size}
          strokeWidth="2"
          strokeLinejoin="round"
        >
          <path d={starPath} fill="none" className="stroke-edge" />
          <path
            d={starPath}
            fill="currentColor"
            style={{
              clipPath: `inset(-2px ${100 - filledShare(halfStars, star) * 100}% -2px -2px)`,
            }}
          />
        </svg>
      ))}
    </span>
  )
}

/** One to five stars as radio buttons; arrow keys move between them. */
export function StarChoice({
  legend,
  value,
  nameOf,
  error,
  field,
}: {
  legend: ReactNode
  /** Number of chosen stars; 0 if none. */
  value: number
  nameOf(stars: (typeof starValues)[number]): string
  error?: ReactNode
  field: ComponentProps<'input'>
}) {
  const fieldId = useId()
  const chosenStars = starValues.find((star) => star === value)

  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-describedby={error ? `${fieldId}-error` : undefined}
    >
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>

      <div className="-ml-2 flex flex-wrap items-center gap-x-2">
        <span className="flex star-ink">
          {starValues.map((star) => (
            <label
              key={star}
              title={nameOf(star)}
              className="relative grid size-11 place-items-center rounded-md hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-ink"
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

        {chosenStars ? (
          <span className="ml-2 text-sm text-muted">{nameOf(chosenStars)}</span>
        ) : null}
      </div>

      <FieldMessage id={fieldId} error={error} />
    </fieldset>
  )
}
