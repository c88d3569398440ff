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

/** The options that a product is sold in: each its own price, delivery, stock and limits. */
export function OptionsPart({ id }: { id: string }) {
  const { t } = useTranslation(['admin', 'common'])
  const given = { params: { id } }
  const product = useQuery(ask(adminApi.products.read, given, { staleTime: 0 }))
  const options = useQuery(ask(adminApi.variants.list, given, { staleTime: 0 }))
  const failure = product.error ?? options.error
  useEffect(() => {
    if (failure) console.error('options', failure)
  }, [failure])

  const both = {
    isError: product.isError || options.isError,
    data:
      product.data && options.data
        ? { product: product.data.product, list: options.data.variants }
        : undefined,
    refetch: () => Promise.all([product.refetch(), options.refetch()]),
  }

  return (
    <ProductFrame
      title={
        product.data
          ? t('adminOptions.title', { name: product.data.product.name })
          : t('adminOptions.part.options')
      }
      text={t('adminOptions.text')}
      part="options"
      id={id}
    >
      <QueryResult
        answer={both}
        failed={failureText(t('adminOptions.errorLoad'), failure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ product: shown, list }) => <Options product={shown} options={list} />}
      </QueryResult>
    </ProductFrame>
  )
}

function Options({ product, options }: { product: Product; options: readonly Option[] }) {
  const { t } = useTranslation('admin')
  const [adding, setAdding] = useState(false)
  const shown = useOpenRow('option', options)
  const single = options.length === 1 && !options[0]!.name

  return (
    <>
      {single && <p className="max-w-prose text-sm text-muted">{t('adminOptions.single')}</p>}
      {options.every(({ active }) => !active) && (
        <Notice tone="wait">{t('adminOptions.allOff')}</Notice>
      )}
      <OptionsTable product={product} options={options} to={shown.to} onEdit={shown.open} />

      {options.length < productLimits.variants && (
        <div>
          <AddButton label={t('adminOptions.add')} onClick={() => setAdding(true)} />
        </div>
      )}

      {adding && (
        <OptionForm product={product} options={options} onClose={() => setAdding(false)} />
      )}

      {shown.row && (
        <OptionForm
          key={shown.row.id}
          product={product}
          options={options}
          option={shown.row}
          onClose={shown.close}
        />
      )}
    </>
  )
}
