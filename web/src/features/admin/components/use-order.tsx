import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { moved } from './moved.ts'
import { RowActions, type RowAction } from './row-actions.tsx'

/**
 * A list that is put in order by buttons; the focus goes with what moves, so that one can press on.
 * Beside them each thing is taken away, or has the acts that are given instead.
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
  const list = useRef<HTMLUListElement>(null)

  const move = (from: number, by: -1 | 1) => {
    onChange(moved(items, from, from + by))
    requestAnimationFrame(() => {
      const buttons = list.current?.children[from + by]?.querySelectorAll('[data-order] button')
      ;(buttons?.[by === -1 ? 0 : 1] as HTMLElement | undefined)?.focus()
    })
  }

  const actsOf = (at: number): RowAction[] => [
    {
      label: t('adminPages.up'),
      icon: <ArrowUp aria-hidden />,
      refused: at === 0 ? t('adminPages.isFirst') : undefined,
      run: () => move(at, -1),
    },
    {
      label: t('adminPages.down'),
      icon: <ArrowDown aria-hidden />,
      refused: at === items.length - 1 ? t('adminPages.isLast') : undefined,
      run: () => move(at, 1),
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
    list,
    Acts: (at, name) => (
      <div data-order>
        <RowActions name={name} actions={actsOf(at)} inReach={3} />
      </div>
    ),
  }
}
