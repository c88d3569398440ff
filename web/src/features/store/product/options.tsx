import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { money } from '../../../i18n/format.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { radioClass } from '../../../ui/radio.ts'
import { StockBadge, type ShopProduct } from '../shared/product-card.tsx'
import type { ProductPage } from './about.ts'

type Variant = ProductPage['variants'][number]

/** The product in the variant named in the address, else in the first. */
export function useVariantChoice({ product, variants }: ProductPage): {
  product: ShopProduct
  chosen: Variant | null
  choose(id: string): void
} {
  const [searchParams, setParams] = useSearchParams()
  // The server renders without a choice, so hydration must too.
  const requestedId = useHydrated() ? searchParams.get('option') : null
  const chosenVariant =
    variants.length > 1 ? (variants.find(({ id }) => id === requestedId) ?? variants[0]!) : null

  const chooseVariant = (id: string) =>
    setParams(
      (before) => {
        before.set('option', id)
        return before
      },
      // Synchronous: a radio button that waits for the address jumps back for a moment.
      { replace: true, preventScrollReset: true, flushSync: true },
    )

  return {
    product: chosenVariant ? applyVariant(product, chosenVariant) : product,
    chosen: chosenVariant,
    choose: chooseVariant,
  }
}

const applyVariant = (
  product: ShopProduct,
  { id, name, price, compareAtPrice, stock, maxQuantity }: Variant,
): ShopProduct => ({
  ...product,
  price,
  compareAtPrice,
  stock,
  maxPerOrder: maxQuantity,
  variant: { id, name },
})

/** Validity of a variant, unless its name says it. */
function Validity({ of: { name, validity } }: { of: Variant }) {
  const { t } = useTranslation('store')
  const { days } = validity
  const termText = days === null ? t('option.forLife') : t('option.days', { count: days })
  if (termText.toLowerCase() === name.trim().toLowerCase()) return null

  return <span className="block text-sm text-muted">{termText}</span>
}

const tileClass =
  'grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 ' +
  'rounded-lg border border-line bg-surface px-3 py-2 has-checked:border-accent ' +
  'has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
  'has-focus-visible:outline-accent'

/** Choice of the variant: one tab stop, arrows within. */
export function Options({
  variants,
  chosen,
  onChoose,
}: {
  variants: readonly Variant[]
  chosen: Variant
  onChoose(id: string): void
}) {
  const { t } = useTranslation('store')
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{t('option.title')}</legend>

      {variants.map((variant) => {
        const { id, name, price, compareAtPrice, currency, stock } = variant
        return (
          <label key={id} className={tileClass}>
            <input
              type="radio"
              name="option"
              value={id}
              checked={id === chosen.id}
              onChange={() => onChoose(id)}
              className={radioClass}
            />

            <span className="min-w-0">
              <span className="block font-medium">{name}</span>
              <Validity of={variant} />
            </span>

            <span className="grid justify-items-end gap-1 text-right">
              <span className="font-semibold whitespace-nowrap">
                {compareAtPrice !== null && (
                  <s className="block text-sm font-normal text-muted lg:mr-2 lg:inline">
                    <span className="sr-only">{t('product.before')} </span>
                    {money(compareAtPrice, currency)}
                  </s>
                )}

                {money(price, currency)}
              </span>

              <StockBadge stock={stock} />
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
