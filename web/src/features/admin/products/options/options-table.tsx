import { productLimits } from '@chaveiro/contracts/product-limits'
import { ArrowDown, ArrowUp, Pencil, Power, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'

import { paths } from '../../../../routing/paths.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { join } from '../../../../ui/join.ts'
import { DataTable, type Column } from '../../components/data-table.tsx'
import { OnBadge } from '../../components/on-badge.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import type { Product } from '../../shared/rows.ts'
import type { Option } from './option-fields.ts'
import { useOptionWords } from './option-words.ts'
import { useOptionActs } from './use-option-acts.ts'
import { useOptionOrder } from './use-option-order.ts'

/** Price and struck-through compare-at price. */
function OptionPrice({ price, before }: { price: string; before: string | null }) {
  const { t } = useTranslation('admin')
  return (
    <span className="whitespace-nowrap">
      {before && (
        <>
          <span className="sr-only">{t('adminOptions.compareAt')} </span>
          <s className="mr-1 text-xs text-muted">{before}</s>{' '}
        </>
      )}

      {price}
    </span>
  )
}

/** Free keys of an option sold from stock, and paid units that wait for one. */
function OptionStock({ option }: { option: Option }) {
  const { t } = useTranslation('admin')
  const { productId, id, provider, available, waiting } = option
  const isStocked = provider === 'stock'

  const stockLines = [
    ...(isStocked ? [t('adminOptions.free', { count: available })] : []),
    ...(waiting ? [t('adminOptions.waiting', { count: waiting })] : []),
  ]

  if (stockLines.length === 0) return <>-</>

  const isShortOfKeys = waiting > 0 || available === 0

  return (
    <Link
      className={join('inline-flex min-h-6 items-center underline', isShortOfKeys && 'text-wait')}
      to={
        isStocked
          ? paths.adminSection('stock', { productId, variantId: id })
          : paths.adminSection('deliveries', { provider })
      }
    >
      {stockLines.join(' · ')}
    </Link>
  )
}

function useColumns({ name, currency }: Product): Column<Option>[] {
  const { t } = useTranslation('admin')
  const optionWords = useOptionWords(currency)

  return [
    {
      key: 'name',
      head: t('adminProducts.name'),
      lead: true,
      cell: (row) => (
        <span className="grid wrap-anywhere">
          {row.name || name}
          {row.nameEn && <span className="text-xs text-muted">{row.nameEn}</span>}
        </span>
      ),
    },
    {
      key: 'price',
      head: t('adminProducts.price'),
      end: true,
      cell: (row) => (
        <OptionPrice price={optionWords(row).price} before={optionWords(row).compareAtPrice} />
      ),
    },
    {
      key: 'validity',
      head: t('adminOptions.validity'),
      cell: (row) => optionWords(row).validityDays,
    },
    {
      key: 'provider',
      head: t('adminProducts.provider'),
      cell: (row) => <Badge>{optionWords(row).provider}</Badge>,
    },
    {
      key: 'stock',
      head: t('adminOptions.stock'),
      cell: (row) => <OptionStock option={row} />,
    },
    {
      key: 'status',
      head: t('adminProducts.statusHead'),
      cell: (row) => (
        <OnBadge isOn={row.active} on={t('adminOptions.onSale')} off={t('adminOptions.off')} />
      ),
    },
  ]
}

/** Moves an option up or down. The focus follows it, so the button can be pressed again. */
function useMoveActions(product: Product, options: readonly Option[]) {
  const { t } = useTranslation('admin')
  const tableFrame = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const { shown, move } = useOptionOrder(product.id, options)

  const moveOption = (option: Option, by: -1 | 1) => {
    const fromIndex = shown.indexOf(option)
    move(fromIndex, fromIndex + by)
    setAnnouncement(
      t('adminOptions.movedTo', { name: option.name, at: fromIndex + by + 1, of: shown.length }),
    )

    requestAnimationFrame(() => {
      const rowToFocus = tableFrame.current?.querySelectorAll('tbody tr')[fromIndex + by]
      rowToFocus?.querySelectorAll<HTMLElement>('td:last-child button')[by === -1 ? 0 : 1]?.focus()
    })
  }

  const moveActions = (option: Option): RowAction[] => [
    {
      label: t('adminPages.up'),
      icon: <ArrowUp aria-hidden />,
      refused: shown[0] === option ? t('adminOptions.isFirst') : undefined,
      run: () => moveOption(option, -1),
    },
    {
      label: t('adminPages.down'),
      icon: <ArrowDown aria-hidden />,
      refused: shown.at(-1) === option ? t('adminOptions.isLast') : undefined,
      run: () => moveOption(option, 1),
    },
  ]

  return { tableFrame, announcement, shown, moveActions }
}

/** Options of a product in the shop's order, with their actions. */
export function OptionsTable({
  product,
  options,
  to,
  onEdit,
}: {
  product: Product
  options: readonly Option[]
  to(option: Option): To
  onEdit(option: Option): void
}) {
  const { t } = useTranslation('admin')
  const optionColumns = useColumns(product)
  const { tableFrame, announcement, shown, moveActions } = useMoveActions(product, options)
  const optionActions = useOptionActs()

  const editAction = (option: Option): RowAction => ({
    label: t('kit.edit'),
    icon: <Pencil aria-hidden />,
    run: () => onEdit(option),
  })

  const actions = (option: Option): RowAction[] => {
    if (shown.length === 1 && !option.name) return [editAction(option)]

    return [
      ...moveActions(option),
      editAction(option),
      {
        label: t(option.active ? 'adminProducts.deactivate' : 'adminProducts.activate'),
        icon: <Power aria-hidden />,
        pressed: option.active,
        run: () => {
          if (!optionActions.busy) void optionActions.toggle(option)
        },
      },
      {
        label: t('kit.delete'),
        icon: <Trash2 aria-hidden />,
        danger: true,
        refused: option.isFirst ? t('adminOptions.firstStays') : undefined,
        run: () => void optionActions.remove(option),
      },
    ]
  }

  return (
    <div ref={tableFrame} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <DataTable
        caption={t('adminOptions.title', { name: product.name })}
        columns={optionColumns}
        rows={shown}
        rowKey={(row) => row.id}
        rowName={(row) => row.name || product.name}
        opens={to}
        actions={actions}
      />

      <p role="status" className="sr-only">
        {announcement}
      </p>

      {options.length >= productLimits.variants && (
        <p className="text-sm text-muted">
          {t('adminOptions.full', { most: productLimits.variants })}
        </p>
      )}
    </div>
  )
}
