import { CalendarX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { money } from '../../../../i18n/format.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { confirm } from '../../components/confirm.tsx'
import { DataTable, type Column } from '../../components/data-table.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import { useChange } from '../../components/use-change.ts'
import { When } from '../../components/when.tsx'
import type { Product } from '../../shared/rows.ts'
import { optionViews } from '../options/use-option-acts.ts'
import type { PricePlan } from './price-plan-fields.ts'

/** Everything that shows prices; a change reloads it. */
export const priceViews = [adminApi.prices.list, ...optionViews] as const

const tones: Record<PricePlan['state'], Tone> = {
  waiting: 'wait',
  running: 'good',
  done: 'muted',
  cancelled: 'muted',
  overruled: 'muted',
  missed: 'bad',
}

/** From when on, and until when. */
function Span({ plan }: { plan: PricePlan }) {
  const { t } = useTranslation('admin')
  return (
    <span className="grid">
      <span>
        {t('adminPrices.starts')} <When at={plan.startsAt} />
      </span>

      {plan.endsAt && (
        <span>
          {t('adminPrices.ends')} <When at={plan.endsAt} />
        </span>
      )}
    </span>
  )
}

function useColumns(product: Product, several: boolean): Column<PricePlan>[] {
  const { t } = useTranslation('admin')
  const { currency } = product

  return [
    {
      key: 'price',
      head: t('adminPrices.price'),
      lead: true,

      cell: (row) => (
        <span className="grid">
          <span className="whitespace-nowrap">
            {row.compareAtPrice !== null && (
              <>
                <span className="sr-only">{t('adminOptions.compareAt')} </span>
                <s className="mr-1 text-xs text-muted">
                  {money(row.compareAtPrice, currency)}
                </s>{' '}
              </>
            )}

            {money(row.price, currency)}
          </span>

          {row.state === 'running' && row.returnsTo !== null && (
            <span className="text-xs text-muted">
              {t('adminPrices.returnsTo', { price: money(row.returnsTo, currency) })}
            </span>
          )}
        </span>
      ),
    },
    ...(several
      ? [
          {
            key: 'option',
            head: t('adminPrices.option'),
            cell: (row: PricePlan) => row.variantName || product.name,
          },
        ]
      : []),
    { key: 'when', head: t('adminPrices.when'), cell: (row) => <Span plan={row} /> },
    {
      key: 'state',
      head: t('adminPrices.state'),
      cell: (row) => <Badge tone={tones[row.state]}>{t(`adminPrices.stateIs.${row.state}`)}</Badge>,
    },
    { key: 'by', head: t('adminPrices.by'), cell: (row) => row.by ?? t('adminPrices.house') },
  ]
}

/** What is scheduled of a product, what is in force and what was of late. */
export function PlansTable({
  product,
  several,
  plans,
}: {
  product: Product
  several: boolean
  plans: readonly PricePlan[]
}) {
  const { t } = useTranslation('admin')
  const change = useChange(...priceViews)
  const columns = useColumns(product, several)
  const nameOf = (row: PricePlan) => row.variantName || product.name

  async function cancel(row: PricePlan): Promise<void> {
    const runs = row.state === 'running'
    const act = t(runs ? 'adminPrices.end' : 'adminPrices.cancel')
    const price = money(row.returnsTo ?? 0, product.currency)
    const text = runs
      ? t('adminPrices.endText', { name: nameOf(row), price })
      : t('adminPrices.cancelText', { name: nameOf(row) })
    if (!(await confirm({ title: act, text, act }))) return

    await change.run(
      () => call(adminApi.prices.cancel, { params: { id: product.id, planId: row.id } }),
      {
        failed: t('adminPrices.errorCancel'),
        done: t(runs ? 'adminPrices.ended' : 'adminPrices.cancelled'),
      },
    )

    // Also after a refusal: what was refused stands otherwise than it was shown.
    void change.reload()
  }

  const actions = (row: PricePlan): RowAction[] =>
    row.state === 'waiting' || row.state === 'running'
      ? [
          {
            label: t(row.state === 'running' ? 'adminPrices.end' : 'adminPrices.cancel'),
            icon: <CalendarX aria-hidden />,
            danger: true,
            run: () => void cancel(row),
          },
        ]
      : []

  return (
    <DataTable
      caption={t('adminPrices.planned')}
      columns={columns}
      rows={plans}
      rowKey={(row) => row.id}
      rowName={nameOf}
      actions={actions}
    />
  )
}
