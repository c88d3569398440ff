import { useId, type ReactNode } from 'react'

import { join } from './join.ts'

export type Segment<V extends string> = {
  value: V
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

/** One choice out of a few, as radio buttons that look like tiles; arrow keys move between them. */
export function Segmented<V extends string>({
  legend,
  value,
  onChange,
  options,
  columns,
}: {
  legend: string
  value: V
  onChange(value: V): void
  options: readonly Segment<V>[]
  /** Grid column classes, chosen so that no tile is alone in its row. */
  columns: string
}) {
  const groupName = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>

      <div className={join('grid gap-2', columns)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={join(
              'relative flex min-h-14 items-center gap-3 rounded-md [&>svg]:shrink-0 ' +
                'border border-line bg-surface px-3 py-2 text-sm font-medium ' +
                'transition-colors has-checked:border-2 has-checked:border-ink ' +
                'has-checked:px-[11px] has-checked:py-[7px] ' +
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
                'has-focus-visible:outline-ink',
              option.disabled ? 'cursor-not-allowed text-muted' : 'hover:bg-raised',
            )}
          >
            <input
              type="radio"
              name={groupName}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="absolute opacity-0"
            />

            {option.icon}

            <span className="grid">
              <span>{option.label}</span>
              {option.hint && <span className="text-xs font-normal text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
