import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { To } from 'react-router'

import { TickBox } from '../../../ui/tick-box.tsx'
import { RowActions, type RowAction } from './row-actions.tsx'
import { enterRow, pressRow, RowLink, RowTarget } from './row-link.tsx'

/** A row as an item of a phone's list. */
export type PhoneItem = {
  /** The row's picture; by default the initial of its name. */
  picture?: ReactNode
  /** Text that opens the row, or content that marks the link itself with `RowLink`. */
  title: ReactNode
  /** Below the title. */
  line: ReactNode
  /** An amount or a count. */
  end?: ReactNode
  state?: ReactNode
}

const itemClass =
  'flex min-h-16 cursor-pointer items-center gap-1 border-b border-line px-2 py-1 last:border-0 ' +
  'focus-visible:-outline-offset-2 data-chosen:bg-accent-soft'

type RowTick = { checked: boolean; toggle(on: boolean): void }

/** Picture or initial of a row; pressing it selects the row where rows can be selected. */
function RowPicture({
  name,
  picture,
  initialOf,
  ticked,
}: {
  name: string
  picture: ReactNode
  initialOf: string
  ticked?: RowTick | undefined
}) {
  const { t } = useTranslation('admin')

  const pictureOrInitial = picture ?? (
    <span
      aria-hidden
      className="grid size-10 place-items-center rounded-full bg-raised text-sm font-semibold text-muted uppercase"
    >
      {[...initialOf.replace(/^\P{L}+(?=.*\p{L})/u, '')][0]}
    </span>
  )

  if (!ticked) return <span className="w-10 shrink-0 overflow-hidden">{pictureOrInitial}</span>

  return (
    <label className="relative -m-0.5 grid size-11 shrink-0 place-items-center">
      <span className={ticked.checked ? 'invisible' : 'w-10 overflow-hidden'}>
        {pictureOrInitial}
      </span>

      <TickBox
        data-tick
        aria-label={t('kit.select', { name })}
        checked={ticked.checked}
        onChange={(event) => ticked.toggle(event.target.checked)}
        className={ticked.checked ? 'absolute' : 'absolute right-0 bottom-0 size-4'}
      />
    </label>
  )
}

/** A row of a phone's list: picture, two lines, amount and status, and a menu of actions. */
export function PhoneRow({
  item,
  name,
  opens,
  ticked,
  actions,
}: {
  item: PhoneItem
  name: string
  opens: To | null
  ticked?: RowTick | undefined
  actions: readonly RowAction[]
}) {
  return (
    <tr
      role="row"
      tabIndex={-1}
      data-row
      data-chosen={ticked?.checked || undefined}
      className={itemClass}
      onClick={pressRow}
      onKeyDown={enterRow}
    >
      <td role="cell" className="flex min-w-0 flex-1 items-center gap-3 max-[23rem]:gap-2">
        <RowPicture
          name={name}
          initialOf={typeof item.title === 'string' ? item.title : name}
          picture={item.picture}
          ticked={ticked}
        />

        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="min-w-0 flex-1 basis-24 truncate text-sm font-medium [&>a]:block [&>a]:truncate">
              <RowTarget value={opens}>
                {typeof item.title === 'string' ? <RowLink>{item.title}</RowLink> : item.title}
              </RowTarget>
            </span>

            <span className="shrink-0 text-sm font-medium">{item.end}</span>
          </span>

          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="min-w-0 flex-1 basis-12 truncate text-xs text-muted">{item.line}</span>
            <span className="max-w-full shrink-0">{item.state}</span>
          </span>
        </span>
      </td>

      {actions.length > 0 && (
        <td role="cell" className="shrink-0">
          <RowActions name={name} actions={actions} all />
        </td>
      )}
    </tr>
  )
}
