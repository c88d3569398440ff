import { soldAs } from '@chaveiro/contracts/sold-as'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { RowActions } from '../components/row-actions.tsx'
import type { Product } from '../shared/rows.ts'
import type { Linked } from './coupon-fields.ts'

type Props = {
  products: readonly Linked[]
  variants: readonly Linked[]
  onProducts(products: Linked[]): void
  onVariants(variants: Linked[]): void
}

/** Number of products in a search result. */
const searchLimit = 8

function AddButton({ name, onClick }: { name: string; onClick(): void }) {
  const { t } = useTranslation('admin')
  return (
    <Button
      size="sm"
      className="max-w-full wrap-anywhere"
      icon={<Plus size={15} aria-hidden className="shrink-0" />}
      onClick={onClick}
    >
      {t('adminPages.relatedAdd', { name })}
    </Button>
  )
}

/** The options of a product as buttons. */
function OptionButtons({ product, links }: { product: Product; links: Props }) {
  const { t } = useTranslation('admin')
  const { data, isError } = useQuery(ask(adminApi.variants.list, { params: { id: product.id } }))
  const linkedIds = new Set(links.variants.map(({ id }) => id))

  if (isError)
    return (
      <p role="alert" className="text-sm text-bad">
        {t('adminOptions.errorLoad')}
      </p>
    )

  return (
    <div className="flex flex-wrap gap-2 pl-4">
      {data?.variants
        .filter(({ id }) => !linkedIds.has(id))
        .map(({ id, name }) => {
          const linkedOption = { id, name: soldAs(product.name, name) }
          return (
            <AddButton
              key={id}
              name={linkedOption.name}
              onClick={() => links.onVariants([...links.variants, linkedOption])}
            />
          )
        })}
    </div>
  )
}

/** A product in the search result, to add as a whole or by one option. */
function FoundProduct({ product, links }: { product: Product; links: Props }) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)
  const { id, name, variantCount } = product

  return (
    <li className="grid justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
        <AddButton
          name={name}
          onClick={() => links.onProducts([...links.products, { id, name }])}
        />

        {variantCount > 1 && (
          <Button
            size="sm"
            look="ghost"
            aria-expanded={open}
            aria-label={t('adminCoupons.optionsOf', { name })}
            onClick={() => setOpen(!open)}
          >
            {t('adminCoupons.oneOption')}
          </Button>
        )}
      </div>

      {open && <OptionButtons product={product} links={links} />}
    </li>
  )
}

function ProductSearch({ links }: { links: Props }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const searchText = useDeferredValue(text.trim())
  const { data, isError } = useQuery(
    ask(
      adminApi.products.list,
      { query: { search: searchText, limit: searchLimit } },
      { enabled: searchText !== '' },
    ),
  )
  const linkedIds = new Set(links.products.map(({ id }) => id))
  const foundProducts =
    searchText && data ? data.products.filter(({ id }) => !linkedIds.has(id)) : []

  return (
    <div className="grid gap-2">
      <Field
        label={t('adminCoupons.links')}
        type="search"
        autoComplete="off"
        value={text}
        error={isError ? t('adminProducts.errorLoad') : undefined}
        hint={
          searchText && data && !foundProducts.length
            ? t('adminPages.relatedNone')
            : t('adminCoupons.linksHint')
        }
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter would submit the coupon form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />

      {foundProducts.length > 0 && (
        <ul className="grid gap-2">
          {foundProducts.map((product) => (
            <FoundProduct key={product.id} product={product} links={links} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The selected products or options, each with a remove button. */
function ChosenItems({
  items,
  onChange,
}: {
  items: readonly Linked[]
  onChange(items: Linked[]): void
}) {
  const { t } = useTranslation('admin')
  return items.map(({ id, name }) => (
    <li
      key={id}
      className="flex items-center justify-between gap-3 rounded-md border border-line px-3 py-1 text-sm"
    >
      <span className="min-w-0 wrap-anywhere">{name}</span>

      <RowActions
        name={name}
        actions={[
          {
            label: t('adminPages.takeAway'),
            icon: <X aria-hidden />,
            danger: true,
            run: () => onChange(items.filter((item) => item.id !== id)),
          },
        ]}
      />
    </li>
  ))
}

/** The products and options of a coupon. Without them the coupon applies to the whole cart. */
export function CouponLinks(links: Props) {
  const { t } = useTranslation('admin')
  const { products, variants, onProducts, onVariants } = links

  return (
    <div className="grid gap-3">
      {products.length + variants.length > 0 && (
        <ul aria-label={t('adminCoupons.chosen')} className="grid gap-2">
          <ChosenItems items={products} onChange={onProducts} />
          <ChosenItems items={variants} onChange={onVariants} />
        </ul>
      )}

      <ProductSearch links={links} />
    </div>
  )
}
