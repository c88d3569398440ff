import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { Menu } from '../../../ui/menu.tsx'

export type RowAction = {
  /** For example 'Excluir'; screen readers hear the row's name after it. */
  label: string
  icon: ReactNode
  run(): void
  danger?: boolean
  /** Disables the action, with this reason as its title. */
  refused?: string | undefined
  pressed?: boolean
  /** Shows the action only in a phone's menu, because a desktop shows it in the row itself. */
  phone?: boolean
}

const iconClass = 'row-act text-muted hover:text-ink md:size-8! 2xl:size-9! [&>svg]:size-4'

/** A phone's card shows the label beside the icon (P410). */
const wordClass =
  'max-md:flex! max-md:w-auto! max-md:items-center max-md:gap-2 max-md:border max-md:border-line ' +
  'max-md:px-3 max-md:text-ink'

function ActionButton({ name, act, inWords }: { name: string; act: RowAction; inWords: boolean }) {
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
        pressed && 'text-wait',
      )}
      onClick={() => {
        if (!refused) run()
      }}
    >
      {icon}

      {inWords && (
        <span aria-hidden className="text-sm md:hidden">
          {label}
        </span>
      )}
    </IconButton>
  )
}

/**
 * The actions of a row: two as icon buttons (P320), the others in a menu; `all` puts every action
 * there. When a menu is needed, destructive actions are always in it.
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
  /** Number of icon buttons; lists with a manual order need three, for up, down and remove. */
  inReach?: number
}) {
  const { t } = useTranslation('admin')
  const offeredActions = actions.filter(({ phone }) => all || !phone)
  const harmlessActions =
    offeredActions.length > inReach
      ? offeredActions.filter(({ danger }) => !danger)
      : offeredActions
  const nearActions = all ? [] : harmlessActions.slice(0, inReach)
  const menuActions = offeredActions.filter((act) => !nearActions.includes(act))

  return (
    <div className="flex items-center gap-0.5 max-md:flex-wrap max-md:gap-2 max-md:pt-1 md:justify-end">
      {nearActions.map((act) => (
        <ActionButton key={act.label} name={name} act={act} inWords={inReach <= 2} />
      ))}

      {menuActions.length > 0 && (
        <Menu
          label={`${t('kit.moreActs')}: ${name}`}
          title={t('kit.moreActs')}
          items={menuActions}
          className={join(
            'inline-grid size-11 shrink-0 place-items-center rounded-md hover:bg-raised',
            iconClass,
          )}
        >
          <Ellipsis aria-hidden />
        </Menu>
      )}
    </div>
  )
}
