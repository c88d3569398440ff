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

/** How many products a search shows. */
const most = 8

function AddOne({ name, onClick }: { name: string; onClick(): void }) {
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

/** The options of a product, each to be chosen by itself. */
function Options({ product, links }: { product: Product; links: Props }) {
  const { t } = useTranslation('admin')
  const { data, isError } = useQuery(ask(adminApi.variants.list, { params: { id: product.id } }))
  const taken = new Set(links.variants.map(({ id }) => id))

  if (isError)
    return (
      <p role="alert" className="text-sm text-bad">
        {t('adminOptions.errorLoad')}
      </p>
    )

  return (
    <div className="flex flex-wrap gap-2 pl-4">
      {data?.variants
        .filter(({ id }) => !taken.has(id))
        .map(({ id, name }) => {
          const linked = { id, name: soldAs(product.name, name) }
          return (
            <AddOne
              key={id}
              name={linked.name}
              onClick={() => links.onVariants([...links.variants, linked])}
            />
          )
        })}
    </div>
  )
}

/** A product that was found: to be chosen whole, or by one of its options. */
function Found({ product, links }: { product: Product; links: Props }) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)
  const { id, name, variantCount } = product

  return (
    <li className="grid justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
        <AddOne name={name} onClick={() => links.onProducts([...links.products, { id, name }])} />

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

      {open && <Options product={product} links={links} />}
    </li>
  )
}

function Search({ links }: { links: Props }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data, isError } = useQuery(
    ask(adminApi.products.list, { query: { search, limit: most } }, { enabled: search !== '' }),
  )
  const taken = new Set(links.products.map(({ id }) => id))
  const found = search && data ? data.products.filter(({ id }) => !taken.has(id)) : []

  return (
    <div className="grid gap-2">
      <Field
        label={t('adminCoupons.links')}
        type="search"
        autoComplete="off"
        value={text}
        error={isError ? t('adminProducts.errorLoad') : undefined}
        hint={
          search && data && !found.length
            ? t('adminPages.relatedNone')
            : t('adminCoupons.linksHint')
        }
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter would create the coupon.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />

      {found.length ? (
        <ul className="grid gap-2">
          {found.map((product) => (
            <Found key={product.id} product={product} links={links} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** What was chosen, each to be taken away again. */
function Chosen({
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

/** What a coupon is for: whole products and single options; without any, the whole cart. */
export function CouponLinks(links: Props) {
  const { t } = useTranslation('admin')
  const { products, variants, onProducts, onVariants } = links

  return (
    <div className="grid gap-3">
      {products.length + variants.length ? (
        <ul aria-label={t('adminCoupons.chosen')} className="grid gap-2">
          <Chosen items={products} onChange={onProducts} />
          <Chosen items={variants} onChange={onVariants} />
        </ul>
      ) : null}

      <Search links={links} />
    </div>
  )
}
