import { productLimits } from '@chaveiro/contracts/product-limits'
import { ArrowDown, ArrowUp, Pencil, Power, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'

import { paths } from '../../../../routing/paths.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { join } from '../../../../ui/join.ts'
import { DataTable, type Column } from '../../components/data-table.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import type { Product } from '../../shared/rows.ts'
import type { Option } from './option-fields.ts'
import { useOptionWords } from './option-words.ts'
import { useOptionActs } from './use-option-acts.ts'
import { useOptionOrder } from './use-option-order.ts'

/** What it costs, and struck through what it cost before. */
function Price({ price, before }: { price: string; before: string | null }) {
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

/** How many free keys it has, where it is sold from stock, and how many paid units wait for one. */
function Stock({ option }: { option: Option }) {
  const { t } = useTranslation('admin')
  const { productId, id, provider, available, waiting } = option
  const isStocked = provider === 'stock'

  const told = [
    ...(isStocked ? [t('adminOptions.free', { count: available })] : []),
    ...(waiting ? [t('adminOptions.waiting', { count: waiting })] : []),
  ]

  if (told.length === 0) return <>-</>

  const isShort = waiting > 0 || available === 0

  return (
    <Link
      className={join('inline-flex min-h-6 items-center underline', isShort && 'text-wait')}
      to={
        isStocked
          ? paths.adminSection('stock', { productId, variantId: id })
          : paths.adminSection('deliveries', { provider })
      }
    >
      {told.join(' · ')}
    </Link>
  )
}

function useColumns({ name, currency }: Product): Column<Option>[] {
  const { t } = useTranslation('admin')
  const words = useOptionWords(currency)

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
      cell: (row) => <Price price={words(row).price} before={words(row).compareAtPrice} />,
    },
    {
      key: 'validity',
      head: t('adminOptions.validity'),
      cell: (row) => words(row).validityDays,
    },
    {
      key: 'provider',
      head: t('adminProducts.provider'),
      cell: (row) => <Badge>{words(row).provider}</Badge>,
    },
    { key: 'stock', head: t('adminOptions.stock'), cell: (row) => <Stock option={row} /> },
    {
      key: 'status',
      head: t('adminProducts.statusHead'),
      cell: (row) => (
        <Badge tone={row.active ? 'good' : 'muted'}>
          {t(row.active ? 'adminOptions.onSale' : 'adminOptions.off')}
        </Badge>
      ),
    },
  ]
}

/** Up and down; the focus goes with what moves, so that one can press on. */
function useMoves(product: Product, options: readonly Option[]) {
  const { t } = useTranslation('admin')
  const frame = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState('')
  const { shown, move } = useOptionOrder(product.id, options)

  const step = (option: Option, by: -1 | 1) => {
    const from = shown.indexOf(option)
    move(from, from + by)
    setTold(t('adminOptions.movedTo', { name: option.name, at: from + by + 1, of: shown.length }))

    requestAnimationFrame(() => {
      const row = frame.current?.querySelectorAll('tbody tr')[from + by]
      row?.querySelectorAll<HTMLElement>('td:last-child button')[by === -1 ? 0 : 1]?.focus()
    })
  }

  const actsOf = (option: Option): RowAction[] => [
    {
      label: t('adminPages.up'),
      icon: <ArrowUp aria-hidden />,
      refused: shown[0] === option ? t('adminOptions.isFirst') : undefined,
      run: () => step(option, -1),
    },
    {
      label: t('adminPages.down'),
      icon: <ArrowDown aria-hidden />,
      refused: shown.at(-1) === option ? t('adminOptions.isLast') : undefined,
      run: () => step(option, 1),
    },
  ]

  return { frame, told, shown, actsOf }
}

/** The options of a product in the order of the shop, with what is done with each. */
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
  const columns = useColumns(product)
  const { frame, told, shown, actsOf } = useMoves(product, options)
  const acts = useOptionActs()

  const edit = (option: Option): RowAction => ({
    label: t('kit.edit'),
    icon: <Pencil aria-hidden />,
    run: () => onEdit(option),
  })

  const actions = (option: Option): RowAction[] =>
    shown.length === 1 && !option.name
      ? [edit(option)]
      : [
          ...actsOf(option),
          edit(option),
          {
            label: t(option.active ? 'adminProducts.deactivate' : 'adminProducts.activate'),
            icon: <Power aria-hidden />,
            pressed: option.active,
            run: () => {
              if (!acts.busy) void acts.toggle(option)
            },
          },
          {
            label: t('kit.delete'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            refused: option.isFirst ? t('adminOptions.firstStays') : undefined,
            run: () => void acts.remove(option),
          },
        ]

  return (
    <div ref={frame} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <DataTable
        caption={t('adminOptions.title', { name: product.name })}
        columns={columns}
        rows={shown}
        rowKey={(row) => row.id}
        rowName={(row) => row.name || product.name}
        opens={to}
        actions={actions}
      />

      <p role="status" className="sr-only">
        {told}
      </p>

      {options.length >= productLimits.variants && (
        <p className="text-sm text-muted">
          {t('adminOptions.full', { most: productLimits.variants })}
        </p>
      )}
    </div>
  )
}
