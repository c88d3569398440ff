import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'

/** A search result with the details that distinguish equal names. */
export type Choice = { id: string; name: string; about: ReactNode }

type Props<C extends Choice> = {
  label: string
  hint: string
  none: string
  error: string | undefined
  text: string
  onText(text: string): void
  /** Null before the first search. */
  found: readonly C[] | null
  chosen: C | null
  onChoose(choice: C | null): void
}

/** A search field that selects one result; the selection can be changed. */
export function SearchAndPick<C extends Choice>(props: Props<C>) {
  const { chosen } = props
  const container = useRef<HTMLDivElement>(null)
  const previousChoice = useRef(chosen)

  // The pressed button is gone: keep keyboard focus here instead of at the dialog's start.
  useEffect(() => {
    if (previousChoice.current !== chosen)
      container.current?.querySelector<HTMLElement>('input, button')?.focus()
    previousChoice.current = chosen
  }, [chosen])

  return (
    <div ref={container}>
      {chosen ? <ChosenResult {...props} choice={chosen} /> : <SearchField {...props} />}
    </div>
  )
}

function ChosenResult<C extends Choice>({ label, choice, onChoose }: Props<C> & { choice: C }) {
  const { t } = useTranslation('admin')
  const elementId = useId()

  return (
    <div role="group" aria-labelledby={elementId} className="grid gap-1.5">
      <span id={elementId} className="text-sm font-medium">
        {label}
      </span>

      <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line px-3 py-1.5">
        <NamedChoice choice={choice} />

        <Button
          size="sm"
          aria-label={t('adminOrders.manual.changeOf', { label })}
          onClick={() => onChoose(null)}
        >
          {t('adminOrders.manual.change')}
        </Button>
      </div>
    </div>
  )
}

const NamedChoice = ({ choice: { name, about } }: { choice: Choice }) => (
  <span className="grid min-w-0 text-left wrap-anywhere">
    <span>{name}</span>
    <span className="text-xs font-normal text-muted">{about}</span>
  </span>
)

function SearchField<C extends Choice>({
  label,
  hint,
  none,
  error,
  text,
  onText,
  found,
  onChoose,
}: Props<C>) {
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        type="search"
        autoComplete="off"
        value={text}
        hint={found?.length === 0 ? none : hint}
        error={error}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          // Enter selects a single result and never submits the order.
          if (event.key !== 'Enter') return

          event.preventDefault()
          if (found?.length === 1) onChoose(found[0]!)
        }}
      />

      {found && found.length > 0 && (
        <ul aria-label={label} className="grid gap-1">
          {found.map((choice) => (
            <li key={choice.id}>
              <Button
                className="h-auto w-full justify-start py-1.5"
                onClick={() => onChoose(choice)}
              >
                <NamedChoice choice={choice} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
