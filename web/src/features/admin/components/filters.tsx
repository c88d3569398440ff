import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'

import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { Select } from '../../../ui/select.tsx'

/** Class of compact controls in filter bars and table cells. */
export const denseClass =
  'min-h-9 rounded-md border border-edge bg-surface px-2.5 text-sm text-ink ' +
  'placeholder:text-muted disabled:opacity-60 pointer-coarse:min-h-11'

const typingPauseMs = 250

/**
 * A search box that searches during typing after a short pause, and on Enter. With `button` it
 * searches only on Enter or that button. The `/` key focuses it.
 */
export function SearchBox({
  label,
  value,
  onSearch,
  button,
}: {
  label: string
  value: string
  onSearch(text: string): void
  button?: string
}) {
  const [text, setText] = useState(value)
  const lastSearch = useRef(value)

  const submitSearch = (nextText: string) => {
    lastSearch.current = nextText
    onSearch(nextText)
  }

  useEffect(() => {
    if (value !== lastSearch.current) {
      lastSearch.current = value
      setText(value)
    }
  }, [value])

  useEffect(() => {
    if (button || text.trim() === lastSearch.current) return

    const typingTimer = setTimeout(() => submitSearch(text.trim()), typingPauseMs)

    return () => clearTimeout(typingTimer)
  })

  return (
    <form
      role="search"
      className="flex w-full gap-2 sm:w-88"
      onSubmit={(event) => {
        event.preventDefault()
        submitSearch(text.trim())
      }}
    >
      <div className="relative flex-1">
        <Search
          size={15}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
        />

        <input
          type="search"
          data-search
          aria-label={label}
          placeholder={label}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={join(denseClass, 'w-full pl-8')}
        />
      </div>

      {button && (
        <Button type="submit" size="sm">
          {button}
        </Button>
      )}
    </form>
  )
}

/**
 * A filter as a select; the first option means no filter. `late`: its options load later, so its
 * width is fixed.
 */
export function SelectFilter({
  label,
  value,
  onChange,
  options,
  late = false,
}: {
  label: string
  value: string
  onChange(value: string): void
  options: readonly (readonly [value: string, label: string])[]
  late?: boolean
}) {
  return (
    <Select
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={join(
        denseClass,
        late
          ? 'w-48 max-sm:flex-1'
          : 'max-sm:max-w-full max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-[1_0_auto]',
      )}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </Select>
  )
}

/** A filter as a small input with a label. */
export function InputFilter({
  label,
  ...rest
}: Omit<ComponentProps<'input'>, 'children'> & { label: ReactNode }) {
  const inputId = useId()
  return (
    <span className="flex items-center gap-2 text-sm text-muted max-sm:w-full max-sm:justify-between">
      <label htmlFor={inputId}>{label}</label>
      <input id={inputId} className={denseClass} {...rest} />
    </span>
  )
}

/** A filter by date. */
export const DateFilter = (props: Omit<ComponentProps<typeof InputFilter>, 'type'>) => (
  <InputFilter type="date" {...props} />
)
