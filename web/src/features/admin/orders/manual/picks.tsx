import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { SearchAndPick, type Choice } from './pick-one.tsx'

/** Number of results shown. */
const searchLimit = 6

export type Goods = Choice & { currency: 'BRL' | 'USD' }

type Pick<C extends Choice> = {
  chosen: C | null
  error: string | undefined
  onChoose(choice: C | null): void
}

function useSearch() {
  const [text, setText] = useState('')
  return { text, setText, search: useDeferredValue(text.trim()) }
}

/** The customer, by name, e-mail or chat id. */
export function PickCustomer({ chosen, error, onChoose }: Pick<Choice>) {
  const { t } = useTranslation('admin')
  const { text, setText, search } = useSearch()
  const { data, isError } = useQuery(
    ask(adminApi.users.list, { query: { search, limit: searchLimit } }, { enabled: search !== '' }),
  )

  return (
    <SearchAndPick
      label={t('adminOrders.customer')}
      hint={t('adminOrders.manual.customerHint')}
      none={t('adminOrders.manual.noCustomer')}
      error={isError ? t('adminOrders.manual.errorSearch') : error}
      text={text}
      onText={setText}
      found={
        search && data ? data.data.map(({ id, name, email }) => ({ id, name, about: email })) : null
      }
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

/** The product, by name; products off sale can be given too and are marked. */
export function PickProduct({ chosen, error, onChoose }: Pick<Goods>) {
  const { t } = useTranslation('admin')
  const { text, setText, search } = useSearch()
  const { data, isError } = useQuery(
    ask(
      adminApi.products.list,
      { query: { search, limit: searchLimit } },
      { enabled: search !== '' },
    ),
  )

  const foundProducts = data?.products.map(({ id, name, currency, status, variantCount }) => ({
    id,
    name,
    currency,
    about: [
      t(`adminProducts.status.${status}`),
      ...(variantCount > 1 ? [t('adminOrders.manual.options', { count: variantCount })] : []),
    ].join(' · '),
  }))

  return (
    <SearchAndPick
      label={t('adminOrders.products')}
      hint={t('adminOrders.manual.productHint')}
      none={t('adminOrders.manual.noProduct')}
      error={isError ? t('adminOrders.manual.errorSearch') : error}
      text={text}
      onText={setText}
      found={search && foundProducts ? foundProducts : null}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
