import { mayMove, moves } from '@chaveiro/contracts/states'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { Select } from '../../../ui/select.tsx'
import { denseClass } from './filters.tsx'

type Props<S extends string> = {
  /** Accessible name, which contains the item's name. */
  label: string
  value: S
  options: readonly (readonly [value: S, label: string])[]
  onChange(next: S): void
  /** The kind of item, whose state machine forbids some moves; without it every move is allowed. */
  thing?: keyof typeof moves
  /** Forbids further moves that the state machine allows, for example for this row. */
  may?: ((to: S) => boolean) | undefined
  /** The saved status, if `value` is a choice that is not saved yet. */
  from?: S
  disabled?: boolean
  className?: string
}

// A key press opens the select only in browsers whose CSS knows `:open`. In other browsers keys work
// as usual.
const supportsOpenSelector = typeof CSS !== 'undefined' && CSS.supports('selector(:open)')

const steppingKeys = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/** A key on a closed select would change the status at once (F141), so it opens the list instead. */
function openListInstead(event: KeyboardEvent<HTMLSelectElement>): void {
  const selectElement = event.currentTarget
  const isTypedCharacter = event.key.length === 1 && event.key !== ' '
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !(isTypedCharacter || steppingKeys.has(event.key))
  )
    return
  if (!supportsOpenSelector || selectElement.matches(':open')) return

  event.preventDefault()

  try {
    selectElement.showPicker()
  } catch (error) {
    console.warn('a select could not be opened', error)
  }
}

/**
 * A select that changes a status in place. Where CSS can match `:open`, a key press on the closed
 * select opens its list instead of changing the status. Forbidden moves are disabled.
 */
export function StatusSelect<S extends string>({
  label,
  value,
  options,
  onChange,
  thing,
  may,
  from = value,
  disabled,
  className,
}: Props<S>) {
  const { t } = useTranslation('admin')
  const savedLabel = options.find(([key]) => key === from)?.[1] ?? from
  const isAllowed = (to: S) =>
    to === from || ((!thing || mayMove(thing, from as never, to)) && (!may || may(to)))

  return (
    <Select
      aria-label={label}
      value={value}
      disabled={disabled}
      onKeyDown={openListInstead}
      onChange={(event) => onChange(event.target.value as S)}
      className={join(denseClass, 'max-w-full', className)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key} disabled={!isAllowed(key)}>
          {isAllowed(key) ? text : t('kit.notFrom', { to: text, from: savedLabel })}
        </option>
      ))}
    </Select>
  )
}
