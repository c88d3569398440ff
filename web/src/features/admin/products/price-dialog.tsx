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
import { newPrices, priceWays, type Way } from './new-price.ts'

type Option = Reply<AdminApi['prices']['ofMany']>['prices'][number]
type Changed = ReturnType<typeof newPrices<Option>>[number]
export type PriceRow = { id: string; to: number; version: string }

/** An option's current and new price, or why the price stays. */
function PriceStep({ option: { price, currency, to, stays, planned } }: { option: Changed }) {
  const { t } = useTranslation('admin')
  if (stays)
    return (
      <span className="text-muted">
        {t(`adminProducts.stays.${stays}`, { price: money(price, currency) })}
      </span>
    )

  return (
    <span>
      {t('adminProducts.priceFromTo', { from: money(price, currency), to: money(to, currency) })}
      {planned && ` ${t('adminProducts.planEnds')}`}
    </span>
  )
}

/** The price step of each option. */
function PricePreview({ options }: { options: readonly Changed[] }) {
  const { t } = useTranslation('admin')
  return (
    <ul
      aria-label={t('adminProducts.priceList')}
      aria-live="polite"
      className="grid max-h-72 gap-2 overflow-y-auto text-sm"
    >
      {options.map((option) => (
        <li key={option.id} className="grid gap-0.5">
          <span className="font-medium wrap-anywhere">{option.name}</span>
          <PriceStep option={option} />
        </li>
      ))}
    </ul>
  )
}

const unchangedOption = (option: Option): Changed => ({
  ...option,
  to: option.price,
  stays: 'same',
})
const priceRow = ({ id, to, version }: Changed): PriceRow => ({ id, to, version: String(version) })

const allowedBounds: Record<Way, { min: number; max: number }> = {
  set: { min: 0, max: productLimits.priceCentsMax / 100 },
  raise: { min: 0.01, max: 900 },
  cut: { min: 0.01, max: 99.99 },
}

/** Parses the input and computes the new prices. */
function previewOf({ way, value }: { way: Way; value: string }, options: readonly Option[]) {
  const isPercent = way !== 'set'
  const numberFormat = isPercent ? percentForm : moneyForm(options[0]?.currency ?? 'BRL')
  const wayBounds = allowedBounds[way]
  const typedValue = value.trim() === '' ? null : numberIn(value, numberFormat)
  const isWithin = typedValue !== null && typedValue >= wayBounds.min && typedValue <= wayBounds.max
  const changedOptions = isWithin
    ? newPrices(options, way, typedValue)
    : options.map(unchangedOption)

  return { isPercent, numbers: numberFormat, bounds: wayBounds, changed: changedOptions }
}

/** Asks for a price or percentage and previews the new prices. */
export function PriceDialog({
  ids,
  onSave,
  onDone,
}: {
  ids: readonly string[]
  onSave(changedRows: PriceRow[]): Promise<boolean>
  onDone(wasSaved: boolean): void
}) {
  const { t } = useTranslation(['admin', 'common'])

  const productQuery = useQuery({
    ...ask(adminApi.prices.ofMany, { query: { ids: ids.join(',') } }),
    staleTime: 0,
    gcTime: 0,
  })

  const pricedOptions = productQuery.data?.prices ?? []
  const productForm = useForm<{ way: Way; value: string }>({
    defaultValues: { way: 'cut', value: '' },
  })
  const { register, watch, formState } = productForm
  const refuseNumber = useNumberRefusal()
  const saved = useRef(false)
  const {
    isPercent,
    numbers: numberFormat,
    bounds: wayBounds,
    changed: changedOptions,
  } = previewOf(watch(), pricedOptions)
  const rows = changedOptions.filter(({ stays }) => !stays)

  return (
    <FormModal
      title={t('adminProducts.priceTitle', { count: ids.length })}
      form={productForm}
      failed={t('adminProducts.errorUpdate')}
      saveLabel={t('adminProducts.changePrices', { count: rows.length })}
      onSave={async () => {
        saved.current = await onSave(rows.map(priceRow))
      }}
      onClose={() => onDone(saved.current)}
    >
      <ChoiceField label={t('adminProducts.way')} {...register('way')}>
        {priceWays.map((one) => (
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
            refuseNumber(text, numberFormat, wayBounds) ??
            (rows.length > 0 || t('adminProducts.noPrice')),
        })}
      />

      {productQuery.isPending && <Loading />}

      {productQuery.isError && (
        <ErrorState
          text={t('adminProducts.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void productQuery.refetch()}
        />
      )}

      <PricePreview options={changedOptions} />
    </FormModal>
  )
}
