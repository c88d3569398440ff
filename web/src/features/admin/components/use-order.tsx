import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { moveItem } from './moved.ts'
import { RowActions, type RowAction } from './row-actions.tsx'

/**
 * Reorders a list by buttons. The focus follows the moved item, so the button can be pressed again.
 * A third button removes an item, unless `more` replaces it.
 */
export function useOrder<T>(
  items: readonly T[],
  onChange: (items: T[]) => void,
  more?: (at: number) => RowAction[],
): {
  list: RefObject<HTMLUListElement | null>
  Acts: (at: number, name: string) => React.ReactNode
} {
  const { t } = useTranslation('admin')
  const listElement = useRef<HTMLUListElement>(null)

  const moveAndFocus = (from: number, by: -1 | 1) => {
    onChange(moveItem(items, from, from + by))
    requestAnimationFrame(() => {
      const orderButtons =
        listElement.current?.children[from + by]?.querySelectorAll('[data-order] button')
      ;(orderButtons?.[by === -1 ? 0 : 1] as HTMLElement | undefined)?.focus()
    })
  }

  const itemActions = (at: number): RowAction[] => [
    {
      label: t('adminPages.up'),
      icon: <ArrowUp aria-hidden />,
      refused: at === 0 ? t('adminPages.isFirst') : undefined,
      run: () => moveAndFocus(at, -1),
    },
    {
      label: t('adminPages.down'),
      icon: <ArrowDown aria-hidden />,
      refused: at === items.length - 1 ? t('adminPages.isLast') : undefined,
      run: () => moveAndFocus(at, 1),
    },
    ...(more?.(at) ?? [
      {
        label: t('adminPages.takeAway'),
        icon: <X aria-hidden />,
        danger: true,
        run: () => onChange(items.toSpliced(at, 1)),
      },
    ]),
  ]

  return {
    list: listElement,
    Acts: (at, name) => (
      <div data-order>
        <RowActions name={name} actions={itemActions(at)} inReach={3} />
      </div>
    ),
  }
}
