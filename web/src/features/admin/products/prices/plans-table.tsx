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

/** Calls to reload after a change of prices. */
export const priceViews = [adminApi.prices.list, ...optionViews] as const

const statusTones: Record<PricePlan['state'], Tone> = {
  waiting: 'wait',
  running: 'good',
  done: 'muted',
  cancelled: 'muted',
  overruled: 'muted',
  missed: 'bad',
}

function PlanPeriod({ plan }: { plan: PricePlan }) {
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
    { key: 'when', head: t('adminPrices.when'), cell: (row) => <PlanPeriod plan={row} /> },
    {
      key: 'state',
      head: t('adminPrices.state'),
      cell: (row) => (
        <Badge tone={statusTones[row.state]}>{t(`adminPrices.stateIs.${row.state}`)}</Badge>
      ),
    },
    { key: 'by', head: t('adminPrices.by'), cell: (row) => row.by ?? t('adminPrices.house') },
  ]
}

/** Scheduled, current and recently ended prices of a product. */
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
  const priceChange = useChange(...priceViews)
  const priceColumns = useColumns(product, several)
  const optionName = (row: PricePlan) => row.variantName || product.name

  async function cancelPlan(row: PricePlan): Promise<void> {
    const isRunning = row.state === 'running'
    const actionLabel = t(isRunning ? 'adminPrices.end' : 'adminPrices.cancel')
    const priceAfter = money(row.returnsTo ?? 0, product.currency)
    const questionText = isRunning
      ? t('adminPrices.endText', { name: optionName(row), price: priceAfter })
      : t('adminPrices.cancelText', { name: optionName(row) })
    if (!(await confirm({ title: actionLabel, text: questionText, act: actionLabel }))) return

    await priceChange.run(
      () => call(adminApi.prices.cancel, { params: { id: product.id, planId: row.id } }),
      {
        failed: t('adminPrices.errorCancel'),
        done: t(isRunning ? 'adminPrices.ended' : 'adminPrices.cancelled'),
      },
    )

    // Reload after a refusal too: another person may have changed the plan.
    void priceChange.reload()
  }

  const planActions = (row: PricePlan): RowAction[] => {
    if (row.state === 'waiting' || row.state === 'running')
      return [
        {
          label: t(row.state === 'running' ? 'adminPrices.end' : 'adminPrices.cancel'),
          icon: <CalendarX aria-hidden />,
          danger: true,
          run: () => void cancelPlan(row),
        },
      ]

    return []
  }

  return (
    <DataTable
      caption={t('adminPrices.planned')}
      columns={priceColumns}
      rows={plans}
      rowKey={(row) => row.id}
      rowName={optionName}
      actions={planActions}
    />
  )
}
