import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { Menu } from '../../../ui/menu.tsx'

export type RowAction = {
  /** What it does, e.g. 'Excluir'; the row's name is added for screen readers. */
  label: string
  icon: ReactNode
  run(): void
  danger?: boolean
  /** Greyed, with the reason as its title. */
  refused?: string | undefined
  pressed?: boolean
  /** Stands in the row itself where there is room, and in the menu of a phone alone. */
  phone?: boolean
}

const iconClass = 'text-muted hover:text-ink md:size-8! 2xl:size-9! [&>svg]:size-4'

/** On a card of a phone an act has its word beside it (P410). */
const wordClass =
  'max-md:flex! max-md:w-auto! max-md:items-center max-md:gap-2 max-md:border max-md:border-line ' +
  'max-md:px-3 max-md:text-ink'

function Act({ name, act, inWords }: { name: string; act: RowAction; inWords: boolean }) {
  const { label, icon, run, danger, refused, pressed } = act
  return (
    <IconButton
      label={`${label}: ${name}`}
      title={refused ?? label}
      aria-pressed={pressed}
      aria-disabled={refused ? true : undefined}
      className={join(
        iconClass,
        inWords && wordClass,
        danger && 'hover:text-bad',
        refused && 'opacity-40',
        pressed && 'text-warm',
      )}
      onClick={() => {
        if (!refused) run()
      }}
    >
      {icon}

      {inWords ? (
        <span aria-hidden className="text-sm md:hidden">
          {label}
        </span>
      ) : null}
    </IconButton>
  )
}

/**
 * The acts of one row: two in reach as small buttons (P320), the others with words in a menu, or
 * `all` of them there. Where there are more, what takes something away is among the others.
 */
export function RowActions({
  name,
  actions,
  all = false,
  inReach = 2,
}: {
  name: string
  actions: readonly RowAction[]
  all?: boolean
  /** A list that is put in order has both ways and taking away in reach, as signs alone. */
  inReach?: number
}) {
  const { t } = useTranslation('admin')
  const offered = actions.filter(({ phone }) => all || !phone)
  const harmless = offered.length > inReach ? offered.filter(({ danger }) => !danger) : offered
  const near = all ? [] : harmless.slice(0, inReach)
  const more = offered.filter((act) => !near.includes(act))

  return (
    <div className="flex items-center gap-0.5 max-md:flex-wrap max-md:gap-2 max-md:pt-1 md:justify-end">
      {near.map((act) => (
        <Act key={act.label} name={name} act={act} inWords={inReach <= 2} />
      ))}

      {more.length > 0 ? (
        <Menu
          label={`${t('kit.moreActs')}: ${name}`}
          title={t('kit.moreActs')}
          items={more}
          className={join(
            'inline-grid size-11 shrink-0 place-items-center rounded-md hover:bg-raised',
            iconClass,
          )}
        >
          <Ellipsis aria-hidden />
        </Menu>
      ) : null}
    </div>
  )
}
