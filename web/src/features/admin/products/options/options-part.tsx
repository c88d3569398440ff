import { productLimits } from '@chaveiro/contracts/product-limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { Notice } from '../../../../ui/badge.tsx'
import { AddButton } from '../../components/add-button.tsx'
import { DialogLoading } from '../../components/loading.tsx'
import { useOpenRow } from '../../components/row-link.tsx'
import { failureText } from '../../components/use-change.ts'
import type { Product } from '../../shared/rows.ts'
import { ProductFrame } from '../parts.tsx'
import type { Option } from './option-fields.ts'
import { OptionForm } from './option-form.tsx'
import { OptionsTable } from './options-table.tsx'

/** Options of a product, each with price, delivery, stock and limits. */
export function OptionsPart({ id }: { id: string }) {
  const { t } = useTranslation(['admin', 'common'])
  const callInput = { params: { id } }
  const productQuery = useQuery(ask(adminApi.products.read, callInput, { staleTime: 0 }))
  const optionsQuery = useQuery(ask(adminApi.variants.list, callInput, { staleTime: 0 }))
  const loadFailure = productQuery.error ?? optionsQuery.error
  useEffect(() => {
    if (loadFailure) console.error('options', loadFailure)
  }, [loadFailure])

  const loadState = {
    isError: productQuery.isError || optionsQuery.isError,
    data:
      productQuery.data && optionsQuery.data
        ? { product: productQuery.data.product, list: optionsQuery.data.variants }
        : undefined,
    refetch: () => Promise.all([productQuery.refetch(), optionsQuery.refetch()]),
  }

  return (
    <ProductFrame
      title={
        productQuery.data
          ? t('adminOptions.title', { name: productQuery.data.product.name })
          : t('adminOptions.part.options')
      }
      text={t('adminOptions.text')}
      part="options"
      id={id}
    >
      <QueryResult
        answer={loadState}
        failed={failureText(t('adminOptions.errorLoad'), loadFailure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ product: shown, list }) => <OptionsOverview product={shown} options={list} />}
      </QueryResult>
    </ProductFrame>
  )
}

function OptionsOverview({
  product: productQuery,
  options,
}: {
  product: Product
  options: readonly Option[]
}) {
  const { t } = useTranslation('admin')
  const [adding, setAdding] = useState(false)
  const openedOption = useOpenRow('option', options)
  const isSingleOption = options.length === 1 && !options[0]!.name

  return (
    <>
      {isSingleOption && (
        <p className="max-w-prose text-sm text-muted">{t('adminOptions.single')}</p>
      )}
      {options.every(({ active }) => !active) && (
        <Notice tone="wait">{t('adminOptions.allOff')}</Notice>
      )}
      <OptionsTable
        product={productQuery}
        options={options}
        to={openedOption.to}
        onEdit={openedOption.open}
      />

      {options.length < productLimits.variants && (
        <div>
          <AddButton label={t('adminOptions.add')} onClick={() => setAdding(true)} />
        </div>
      )}

      {adding && (
        <OptionForm product={productQuery} options={options} onClose={() => setAdding(false)} />
      )}

      {openedOption.row && (
        <OptionForm
          key={openedOption.row.id}
          product={productQuery}
          options={options}
          option={openedOption.row}
          onClose={openedOption.close}
        />
      )}
    </>
  )
}
