import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { Button } from '../../../../ui/button.tsx'
import { DialogLoading } from '../../components/loading.tsx'
import { failureText } from '../../components/use-change.ts'
import type { Product } from '../../shared/rows.ts'
import type { Option } from '../options/option-fields.ts'
import { ProductFrame } from '../parts.tsx'
import { HistoryTable } from './history-table.tsx'
import { PricePlanForm } from './plan-form.tsx'
import { PlansTable } from './plans-table.tsx'
import type { PriceChange, PricePlan } from './price-plan-fields.ts'

/** Scheduled prices and price history of a product (P367). */
export function PricesPart({ id }: { id: string }) {
  const { t } = useTranslation(['admin', 'common'])
  const callInput = { params: { id } }
  const productQuery = useQuery(ask(adminApi.products.read, callInput, { staleTime: 0 }))
  const optionsQuery = useQuery(ask(adminApi.variants.list, callInput, { staleTime: 0 }))
  const pricesQuery = useQuery(ask(adminApi.prices.list, callInput, { staleTime: 0 }))
  const loadFailure = productQuery.error ?? optionsQuery.error ?? pricesQuery.error
  useEffect(() => {
    if (loadFailure) console.error('prices', loadFailure)
  }, [loadFailure])

  const loadState = {
    isError: loadFailure !== null,
    data:
      productQuery.data && optionsQuery.data && pricesQuery.data
        ? {
            product: productQuery.data.product,
            options: optionsQuery.data.variants,
            ...pricesQuery.data,
          }
        : undefined,
    refetch: () =>
      Promise.all([productQuery.refetch(), optionsQuery.refetch(), pricesQuery.refetch()]),
  }

  return (
    <ProductFrame
      title={
        productQuery.data
          ? t('adminPrices.title', { name: productQuery.data.product.name })
          : t('adminOptions.part.prices')
      }
      text={t('adminPrices.text')}
      part="prices"
      id={id}
    >
      <QueryResult
        answer={loadState}
        failed={failureText(t('adminPrices.errorLoad'), loadFailure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {(shown) => <PriceTables {...shown} />}
      </QueryResult>
    </ProductFrame>
  )
}

function PriceTables({
  product: productQuery,
  options: optionsQuery,
  plans,
  history,
}: {
  product: Product
  options: readonly Option[]
  plans: readonly PricePlan[]
  history: readonly PriceChange[]
}) {
  const { t } = useTranslation('admin')
  const [planning, setPlanning] = useState(false)

  return (
    <>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-semibold">{t('adminPrices.planned')}</h2>

          <Button
            size="sm"
            look="primary"
            icon={<CalendarClock size={15} aria-hidden />}
            onClick={() => setPlanning(true)}
          >
            {t('adminPrices.plan')}
          </Button>
        </div>

        {plans.some(({ state }) => state === 'running') && (
          <p className="max-w-prose text-sm text-muted">{t('adminPrices.runs')}</p>
        )}

        {plans.length === 0 && (
          <p className="max-w-prose text-sm text-muted">{t('adminPrices.none')}</p>
        )}
        {plans.length > 0 && (
          <PlansTable product={productQuery} several={optionsQuery.length > 1} plans={plans} />
        )}
      </section>

      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="font-semibold">{t('adminPrices.history')}</h2>

        {history.length === 0 && (
          <p className="max-w-prose text-sm text-muted">{t('adminPrices.noHistory')}</p>
        )}
        {history.length > 0 && (
          <HistoryTable
            product={productQuery}
            several={optionsQuery.length > 1}
            history={history}
          />
        )}
      </section>

      {planning && (
        <PricePlanForm
          product={productQuery}
          options={optionsQuery}
          onClose={() => setPlanning(false)}
        />
      )}
    </>
  )
}
