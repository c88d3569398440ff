import type { AdminApi } from '@chaveiro/contracts/admin'
import { productLimits } from '@chaveiro/contracts/product-limits'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { money } from '../../../i18n/format.ts'
import { moneyForm, numberIn, percentForm } from '../../../i18n/typed-number.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { ChoiceField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { Loading } from '../components/loading.tsx'
import { NumberField, useNumberRefusal } from '../components/number-field.tsx'
import { newPrices, ways, type Way } from './new-price.ts'

type Option = Reply<AdminApi['prices']['ofMany']>['prices'][number]
type Changed = ReturnType<typeof newPrices<Option>>[number]
export type PriceRow = { id: string; to: number; version: string }

/** What each option costs and would cost, with why one of them stays. */
function Lines({ options }: { options: readonly Changed[] }) {
  const { t } = useTranslation('admin')
  return (
    <ul
      aria-label={t('adminProducts.priceList')}
      aria-live="polite"
      className="grid max-h-72 gap-2 overflow-y-auto text-sm"
    >
      {options.map(({ id, name, price, currency, to, stays, planned }) => (
        <li key={id} className="grid gap-0.5">
          <span className="font-medium wrap-anywhere">{name}</span>

          {stays ? (
            <span className="text-muted">
              {t(`adminProducts.stays.${stays}`, { price: money(price, currency) })}
            </span>
          ) : (
            <span>
              {t('adminProducts.priceFromTo', {
                from: money(price, currency),
                to: money(to, currency),
              })}
              {planned && ` ${t('adminProducts.planEnds')}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const toAsk = (option: Option): Changed => ({ ...option, to: option.price, stays: 'same' })
const rowOf = ({ id, to, version }: Changed): PriceRow => ({ id, to, version: String(version) })

const allowed: Record<Way, { min: number; max: number }> = {
  set: { min: 0, max: productLimits.priceCentsMax / 100 },
  raise: { min: 0.01, max: 900 },
  cut: { min: 0.01, max: 99.99 },
}

/** How what is typed is read, and what each option would cost by it. */
function previewOf({ way, value }: { way: Way; value: string }, options: readonly Option[]) {
  const isPercent = way !== 'set'
  const numbers = isPercent ? percentForm : moneyForm(options[0]?.currency ?? 'BRL')
  const bounds = allowed[way]
  const typed = value.trim() === '' ? null : numberIn(value, numbers)
  const isWithin = typed !== null && typed >= bounds.min && typed <= bounds.max
  const changed = isWithin ? newPrices(options, way, typed) : options.map(toAsk)

  return { isPercent, numbers, bounds, changed }
}

/** Asks for a price or a percentage, and shows what each option then costs before it is done. */
export function PriceDialog({
  ids,
  onSave,
  onDone,
}: {
  ids: readonly string[]
  onSave(rows: PriceRow[]): Promise<boolean>
  onDone(saved: boolean): void
}) {
  const { t } = useTranslation(['admin', 'common'])

  const answer = useQuery({
    ...ask(adminApi.prices.ofMany, { query: { ids: ids.join(',') } }),
    staleTime: 0,
    gcTime: 0,
  })

  const options = answer.data?.prices ?? []
  const form = useForm<{ way: Way; value: string }>({ defaultValues: { way: 'cut', value: '' } })
  const { register, watch, formState } = form
  const refusal = useNumberRefusal()
  const saved = useRef(false)
  const { isPercent, numbers, bounds, changed } = previewOf(watch(), options)
  const rows = changed.filter(({ stays }) => !stays)

  return (
    <FormModal
      title={t('adminProducts.priceTitle', { count: ids.length })}
      form={form}
      failed={t('adminProducts.errorUpdate')}
      saveLabel={t('adminProducts.changePrices', { count: rows.length })}
      onSave={async () => {
        saved.current = await onSave(rows.map(rowOf))
      }}
      onClose={() => onDone(saved.current)}
    >
      <ChoiceField label={t('adminProducts.way')} {...register('way')}>
        {ways.map((one) => (
          <option key={one} value={one}>
            {t(`adminProducts.way.${one}`)}
          </option>
        ))}
      </ChoiceField>

      <NumberField
        label={isPercent ? t('adminProducts.percent') : t('adminProducts.price')}
        error={formState.errors.value?.message}
        {...register('value', {
          validate: (text) =>
            refusal(text, numbers, bounds) ?? (rows.length > 0 || t('adminProducts.noPrice')),
        })}
      />

      {answer.isPending && <Loading />}

      {answer.isError && (
        <ErrorState
          text={t('adminProducts.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      )}

      <Lines options={changed} />
    </FormModal>
  )
}
