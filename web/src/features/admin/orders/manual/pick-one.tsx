import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'

/** What a search found, by its name and what tells it from others of that name. */
export type Choice = { id: string; name: string; about: ReactNode }

type Props<C extends Choice> = {
  label: string
  hint: string
  none: string
  error: string | undefined
  text: string
  onText(text: string): void
  /** Null while nothing was searched. */
  found: readonly C[] | null
  chosen: C | null
  onChoose(choice: C | null): void
}

/** A field that searches and takes one of what it finds; what was taken can be changed. */
export function PickOne<C extends Choice>(props: Props<C>) {
  const { chosen } = props
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(chosen)

  // What was pressed is gone: who uses the keyboard goes on here, and not at the dialog's start.
  useEffect(() => {
    if (before.current !== chosen)
      place.current?.querySelector<HTMLElement>('input, button')?.focus()
    before.current = chosen
  }, [chosen])

  return (
    <div ref={place}>{chosen ? <Chosen {...props} choice={chosen} /> : <Search {...props} />}</div>
  )
}

function Chosen<C extends Choice>({ label, choice, onChoose }: Props<C> & { choice: C }) {
  const { t } = useTranslation('admin')
  const id = useId()

  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>

      <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line px-3 py-1.5">
        <Named choice={choice} />

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

const Named = ({ choice: { name, about } }: { choice: Choice }) => (
  <span className="grid min-w-0 text-left wrap-anywhere">
    <span>{name}</span>
    <span className="text-xs font-normal text-muted">{about}</span>
  </span>
)

function Search<C extends Choice>({
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
          // Enter takes what was found alone, and never makes the order.
          if (event.key !== 'Enter') return

          event.preventDefault()
          if (found?.length === 1) onChoose(found[0]!)
        }}
      />

      {found?.length ? (
        <ul aria-label={label} className="grid gap-1">
          {found.map((choice) => (
            <li key={choice.id}>
              <Button
                className="h-auto w-full justify-start py-1.5"
                onClick={() => onChoose(choice)}
              >
                <Named choice={choice} />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
