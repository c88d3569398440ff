import { mayMove, moves } from '@chaveiro/contracts/states'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Badge, badgeClass, type Tone } from '../../../ui/badge.tsx'
import { Menu } from '../../../ui/menu.tsx'

type Props<S extends string> = {
  /** Accessible name, with the thing's own name in it. */
  label: string
  value: S
  options: readonly (readonly [value: S, label: string])[]
  tones: Record<S, Tone>
  onChange(next: S): void
  /** Whose table of legal moves refuses what cannot be; without it every move is open. */
  thing?: keyof typeof moves
  /** Leaves out what cannot be chosen from here. */
  may?: (to: S) => boolean
  disabled?: boolean
}

/**
 * A state as a badge that opens a menu of those one may choose, never by a single key (Q113); moves
 * that the state table forbids say from where they are not allowed. Where there is no other state
 * to choose it is a plain badge (P321).
 */
export function StatusMenu<S extends string>({
  label,
  value,
  options,
  tones,
  onChange,
  thing,
  may,
  disabled,
}: Props<S>) {
  const { t } = useTranslation('admin')
  const now = options.find(([key]) => key === value)?.[1] ?? value
  const offered = options.filter(([key]) => key === value || !may || may(key))
  if (offered.length < 2) return <Badge tone={tones[value]}>{now}</Badge>

  const isOpen = (to: S) => to === value || !thing || mayMove(thing, value as never, to)

  return (
    <Menu
      label={`${label}: ${now}`}
      disabled={disabled}
      className={badgeClass(
        tones[value],
        'relative min-h-6 text-left hover:bg-high md:whitespace-nowrap disabled:opacity-60 ' +
          // A finger meets it beyond its edge.
          'pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2 pointer-coarse:after:inset-x-0',
      )}
      items={offered.map(([key, text]) => ({
        label: text,
        checked: key === value,
        refused: isOpen(key) ? undefined : t('kit.notFromHere', { from: now }),
        run: () => {
          if (key !== value) onChange(key)
        },
      }))}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {now}
      <ChevronDown size={12} aria-hidden className="-mr-1" />
    </Menu>
  )
}
