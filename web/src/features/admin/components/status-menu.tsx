import { mayMove, moves } from '@chaveiro/contracts/states'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Badge, badgeClass, type Tone } from '../../../ui/badge.tsx'
import { join } from '../../../ui/join.ts'
import { Menu } from '../../../ui/menu.tsx'

type Props<S extends string> = {
  /** Accessible name, which contains the item's name. */
  label: string
  value: S
  options: readonly (readonly [value: S, label: string])[]
  /** Colour of each status; without one the text is plain ink and has no dot. */
  tones?: Record<S, Tone>
  onChange(next: S): void
  /** The kind of item, whose state machine forbids some moves; without it every move is allowed. */
  thing?: keyof typeof moves
  /** Hides the other options for which it returns false. */
  may?: (to: S) => boolean
  disabled?: boolean
}

const plainClass = 'inline-flex items-center gap-1.5'

const menuClass =
  'relative min-h-6 border-0 bg-transparent px-0 text-left underline-offset-4 hover:underline ' +
  'md:whitespace-nowrap disabled:no-underline ' +
  // A touch area larger than the text.
  'pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2 pointer-coarse:after:inset-x-0'

function FixedStatus({ tone, text }: { tone: Tone | undefined; text: string }) {
  if (!tone) return text

  return <Badge tone={tone}>{text}</Badge>
}

/**
 * A status as text with a menu of statuses, never changed by a single key (Q113). Forbidden moves
 * are disabled with a reason. Without another status there is only the badge (P321).
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
  const currentLabel = options.find(([key]) => key === value)?.[1] ?? value
  const offeredOptions = options.filter(([key]) => key === value || !may || may(key))
  if (offeredOptions.length < 2) return <FixedStatus tone={tones?.[value]} text={currentLabel} />

  const isAllowed = (to: S) => to === value || !thing || mayMove(thing, value as never, to)

  return (
    <Menu
      label={`${label}: ${currentLabel}`}
      disabled={disabled}
      className={join(tones ? badgeClass(tones[value]) : plainClass, menuClass)}
      items={offeredOptions.map(([key, text]) => ({
        label: text,
        checked: key === value,
        refused: isAllowed(key) ? undefined : t('kit.notFromHere', { from: currentLabel }),
        run: () => {
          if (key !== value) onChange(key)
        },
      }))}
    >
      {tones && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {currentLabel}
      {!disabled && <ChevronDown size={12} aria-hidden className="row-act max-md:hidden" />}
    </Menu>
  )
}
