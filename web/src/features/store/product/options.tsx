import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { money, number } from '../../../i18n/format.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { radioClass } from '../../../ui/radio.ts'
import { StockBadge, type ShopProduct } from '../shared/product-card.tsx'
import type { ProductPage } from './about.ts'

type Variant = ProductPage['variants'][number]

/** The product in the variant that the URL names, otherwise in the first variant. */
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
      // Synchronous: a radio button that waits for the URL would jump back for a moment.
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

  return <span>{termText}</span>
}

/** Price of a day, in units; null for one day, for life, and for less than a cent a day. */
function dayPrice({ price, validity: { days } }: Variant): number | null {
  if (days === null || days < 2 || price / days < 0.01) return null
  return price / days
}

/**
 * Per cent that a variant saves against its former price. Without a former price, the day prices
 * are compared: the variant's, and the highest of the variants in stock.
 */
function savingOf(variant: Variant, variants: readonly Variant[]): number {
  const { price, compareAtPrice } = variant
  if (compareAtPrice !== null) return Math.round((1 - price / compareAtPrice) * 100)

  const ownDay = dayPrice(variant)
  if (ownDay === null) return 0

  const inStock = variants.filter(({ stock }) => stock !== 'out')
  const dearestDay = Math.max(ownDay, ...inStock.map((other) => dayPrice(other) ?? 0))

  return Math.round((1 - ownDay / dearestDay) * 100)
}

/** The discount and the price of a variant; below them the former price and the price of a day. */
function VariantPrice({ of, variants }: { of: Variant; variants: readonly Variant[] }) {
  const { t } = useTranslation('store')
  const { price, compareAtPrice, currency } = of
  const perDay = dayPrice(of)
  const saving = savingOf(of, variants)

  return (
    <span className="ml-auto grid justify-items-end text-right">
      <span className="flex items-center gap-x-2">
        {saving > 0 && (
          <span className="rounded-sm bg-accent px-1.5 text-xs font-semibold text-on-accent">
            −{number(saving)}%
          </span>
        )}
        <span className="price text-lg whitespace-nowrap">{money(price, currency)}</span>
      </span>

      <span className="flex flex-wrap justify-end gap-x-2 text-xs whitespace-nowrap text-muted">
        {compareAtPrice !== null && (
          <s>
            <span className="sr-only">{t('product.before')} </span>
            {money(compareAtPrice, currency)}
          </s>
        )}
        {perDay !== null && <span>{t('option.aDay', { price: money(perDay, currency) })}</span>}
      </span>
    </span>
  )
}

/**
 * A row of 56 px; the selected row has a border of 2 px. Prices move below a name that has less
 * than 7rem beside them.
 */
const rowClass =
  'relative grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 ' +
  'rounded-md border border-line px-3 py-1.5 has-checked:border-ink ' +
  'has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-2 ' +
  'has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'

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
      <legend className="mb-2 text-sm font-semibold">{t('option.title')}</legend>

      {variants.map((variant) => (
        <label key={variant.id} className={rowClass}>
          <input
            type="radio"
            name="option"
            value={variant.id}
            checked={variant.id === chosen.id}
            onChange={() => onChoose(variant.id)}
            className={radioClass}
          />

          <span className="flex min-w-0 flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-[1_1_7rem]">
              <span className="block leading-5 font-medium">{variant.name}</span>
              <span className="flex flex-wrap gap-x-3 text-xs text-muted">
                <Validity of={variant} />
                <StockBadge stock={variant.stock} />
              </span>
            </span>

            <VariantPrice of={variant} variants={variants} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
