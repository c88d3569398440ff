import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { PickOne, type Choice } from './pick-one.tsx'

/** How many a search shows. */
const most = 6

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

/** For whom: found by name, e-mail or chat id. */
export function PickCustomer({ chosen, error, onChoose }: Pick<Choice>) {
  const { t } = useTranslation('admin')
  const { text, setText, search } = useSearch()
  const { data, isError } = useQuery(
    ask(adminApi.users.list, { query: { search, limit: most } }, { enabled: search !== '' }),
  )

  return (
    <PickOne
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

/** What of: found by its name; one that is not for sale can be given too, and says so. */
export function PickProduct({ chosen, error, onChoose }: Pick<Goods>) {
  const { t } = useTranslation('admin')
  const { text, setText, search } = useSearch()
  const { data, isError } = useQuery(
    ask(adminApi.products.list, { query: { search, limit: most } }, { enabled: search !== '' }),
  )

  const found = data?.products.map(({ id, name, currency, status, variantCount }) => ({
    id,
    name,
    currency,
    about: [
      t(`adminProducts.status.${status}`),
      ...(variantCount > 1 ? [t('adminOrders.manual.options', { count: variantCount })] : []),
    ].join(' · '),
  }))

  return (
    <PickOne
      label={t('adminOrders.products')}
      hint={t('adminOrders.manual.productHint')}
      none={t('adminOrders.manual.noProduct')}
      error={isError ? t('adminOrders.manual.errorSearch') : error}
      text={text}
      onText={setText}
      found={search && found ? found : null}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
