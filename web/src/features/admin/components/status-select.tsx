import { mayMove, moves } from '@chaveiro/contracts/states'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { Select } from '../../../ui/select.tsx'
import { denseClass } from './filters.tsx'

type Props<S extends string> = {
  /** Accessible name, with the thing's own name in it. */
  label: string
  value: S
  options: readonly (readonly [value: S, label: string])[]
  onChange(next: S): void
  /** Whose table of legal moves greys what cannot be; without it every move is open. */
  thing?: keyof typeof moves
  /** A finer rule than the table, e.g. of this one row. */
  may?: ((to: S) => boolean) | undefined
  /** Where the thing stands while `value` is only chosen, not saved. */
  from?: S
  disabled?: boolean
  className?: string
}

// Where a browser tells whether a select is open, its keys open it instead of changing it unseen.
const tellsOpen = typeof CSS !== 'undefined' && CSS.supports('selector(:open)')

const steps = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/**
 * A key pressed on a closed select would choose the next state at once (S1): it opens the list, in
 * which one chooses by Enter.
 */
function openInstead(event: KeyboardEvent<HTMLSelectElement>): void {
  const select = event.currentTarget
  const types = event.key.length === 1 && event.key !== ' '
  if (event.ctrlKey || event.metaKey || event.altKey || !(types || steps.has(event.key))) return
  if (!tellsOpen || select.matches(':open')) return

  event.preventDefault()

  try {
    select.showPicker()
  } catch (error) {
    console.warn('a select could not be opened', error)
  }
}

/**
 * A state that can be changed in place, never by a single key; moves that the state table forbids
 * are greyed and say from where they are not allowed.
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
  const now = options.find(([key]) => key === from)?.[1] ?? from
  const open = (to: S) =>
    to === from || ((!thing || mayMove(thing, from as never, to)) && (!may || may(to)))

  return (
    <Select
      aria-label={label}
      value={value}
      disabled={disabled}
      onKeyDown={openInstead}
      onChange={(event) => onChange(event.target.value as S)}
      className={join(denseClass, 'max-w-full', className)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key} disabled={!open(key)}>
          {open(key) ? text : t('kit.notFrom', { to: text, from: now })}
        </option>
      ))}
    </Select>
  )
}
