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
import { PlanForm } from './plan-form.tsx'
import { PlansTable } from './plans-table.tsx'
import type { PriceChange, PricePlan } from './price-plan-fields.ts'

/** What a product cost and will cost: its scheduled prices and the history of its prices (P367). */
export function PricesPart({ id }: { id: string }) {
  const { t } = useTranslation(['admin', 'common'])
  const given = { params: { id } }
  const product = useQuery(ask(adminApi.products.read, given, { staleTime: 0 }))
  const options = useQuery(ask(adminApi.variants.list, given, { staleTime: 0 }))
  const prices = useQuery(ask(adminApi.prices.list, given, { staleTime: 0 }))
  const failure = product.error ?? options.error ?? prices.error
  useEffect(() => {
    if (failure) console.error('prices', failure)
  }, [failure])

  const all = {
    isError: failure !== null,
    data:
      product.data && options.data && prices.data
        ? { product: product.data.product, options: options.data.variants, ...prices.data }
        : undefined,
    refetch: () => Promise.all([product.refetch(), options.refetch(), prices.refetch()]),
  }

  return (
    <ProductFrame
      title={
        product.data
          ? t('adminPrices.title', { name: product.data.product.name })
          : t('adminOptions.part.prices')
      }
      text={t('adminPrices.text')}
      part="prices"
      id={id}
    >
      <QueryResult
        answer={all}
        failed={failureText(t('adminPrices.errorLoad'), failure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {(shown) => <Prices {...shown} />}
      </QueryResult>
    </ProductFrame>
  )
}

function Prices({
  product,
  options,
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

        {plans.length ? (
          <PlansTable product={product} several={options.length > 1} plans={plans} />
        ) : (
          <p className="max-w-prose text-sm text-muted">{t('adminPrices.none')}</p>
        )}
      </section>

      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="font-semibold">{t('adminPrices.history')}</h2>

        {history.length ? (
          <HistoryTable product={product} several={options.length > 1} history={history} />
        ) : (
          <p className="max-w-prose text-sm text-muted">{t('adminPrices.noHistory')}</p>
        )}
      </section>

      {planning && (
        <PlanForm product={product} options={options} onClose={() => setPlanning(false)} />
      )}
    </>
  )
}
