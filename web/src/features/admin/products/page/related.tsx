import { pageLimits } from '@chaveiro/contracts/lengths'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field, FieldMessage } from '../../../../ui/field.tsx'
import { useOrder } from '../../components/use-order.tsx'
import type { Beside } from './page-fields.ts'

type Props = {
  productId: string
  chosen: readonly Beside[]
  onChange(chosen: Beside[]): void
  error: string | undefined
}

/** A product's name, and its status when it is hidden from the shop. */
function RelatedName({ name, status }: Pick<Beside, 'name' | 'status'>) {
  const { t } = useTranslation('admin')
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
      {name}
      {status !== 'active' && <Badge tone="wait">{t(`adminProducts.status.${status}`)}</Badge>}
    </span>
  )
}

/** Searches products; each result is a button that appends it. */
function RelatedSearch({ productId, chosen, onChange }: Omit<Props, 'error'>) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const searchText = useDeferredValue(text.trim())

  const { data, isError } = useQuery(
    ask(
      adminApi.products.list,
      { query: { search: searchText, limit: pageLimits.related } },
      { enabled: searchText !== '' },
    ),
  )

  const excludedIds = new Set([productId, ...chosen.map(({ id }) => id)])
  const foundProducts =
    searchText && data ? data.products.filter(({ id }) => !excludedIds.has(id)) : []

  return (
    <div className="grid gap-2">
      <Field
        label={t('adminPages.relatedSearch')}
        type="search"
        value={text}
        error={isError ? t('adminProducts.errorLoad') : undefined}
        hint={searchText && data && !foundProducts.length ? t('adminPages.relatedNone') : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter would submit the whole page.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />

      <ul className="flex flex-wrap gap-2">
        {foundProducts.map(({ id, _id, name, status }) => (
          <li key={id}>
            <Button
              size="sm"
              icon={<Plus size={15} aria-hidden />}
              onClick={() => {
                onChange([...chosen, { id, _id, name, status }])
                setText('')
              }}
            >
              <RelatedName name={t('adminPages.relatedAdd', { name })} status={status} />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Search for another related product, or a note that the limit is reached. */
function MoreRelated(search: Omit<Props, 'error'>) {
  const { t } = useTranslation('admin')
  if (search.chosen.length < pageLimits.related) return <RelatedSearch {...search} />

  return (
    <p className="text-sm text-muted">
      {t('adminPages.relatedFull', { most: pageLimits.related })}
    </p>
  )
}

/** Related products in their order; if there are none, the shop chooses some. */
export function RelatedProducts({ productId, chosen, onChange, error }: Props) {
  const { t } = useTranslation('admin')
  const { list, Acts } = useOrder(chosen, onChange)

  return (
    <Card className="grid gap-4">
      <h2 className="font-semibold">{t('adminPages.related')}</h2>
      <p className="text-sm text-muted">{t('adminPages.relatedText')}</p>

      <ul ref={list} className="grid gap-2">
        {chosen.map((product, at) => (
          <li
            key={product.id}
            className="flex items-center justify-between gap-3 rounded-md border border-line px-3 py-1"
          >
            <RelatedName name={product.name} status={product.status} />
            {Acts(at, product.name)}
          </li>
        ))}
      </ul>

      <MoreRelated productId={productId} chosen={chosen} onChange={onChange} />
      <FieldMessage id="related" error={error} />
    </Card>
  )
}
