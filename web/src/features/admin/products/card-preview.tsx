import { useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { moneyForm, numberIn, wholeForm } from '../../../i18n/typed-number.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { isImageAddress } from '../components/image-field.tsx'
import type { Category, Product } from '../shared/rows.ts'
import type { PageProductFields } from './page-form-fields.ts'
import { hasSeveral } from './product-fields.ts'

type Shown = { fields: PageProductFields; product: Product | undefined }

/** Validity as the shop displays it; empty while unknown. */
function useValidityText({ fields: { validity, expiration }, product }: Shown): string {
  const { t } = useTranslation('admin')
  // A product with several options has no single validity.
  if (hasSeveral(product)) return ''
  if (validity === 'lifetime') return t('adminOptions.lifetime')

  const validityDays = numberIn(expiration, wholeForm)

  if (validity === 'days' && validityDays)
    return t('adminProducts.validFor', { count: validityDays })

  return ''
}

/** The price, a dash while unknown; with several options the lowest one. */
function useShownPrice({ fields: { price, currency }, product }: Shown): string {
  const { t } = useTranslation('admin')
  if (product && hasSeveral(product))
    return t('adminProducts.from', { price: money(product.priceFrom, currency) })

  const typedPrice = numberIn(price, moneyForm(currency))

  if (typedPrice === null) return '–'

  return money(typedPrice, currency)
}

/** Name and description, or placeholders. */
function CardTexts({ name, description }: Pick<PageProductFields, 'name' | 'description'>) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-1 px-1 wrap-anywhere">
      <p className="leading-snug font-semibold">{name.trim() || t('adminProducts.noName')}</p>
      <p className="line-clamp-2 text-sm text-muted">
        {description.trim() || t('adminProducts.noDescription')}
      </p>
    </div>
  )
}

/** The product's card in the shop, updated during typing (P421). */
export function CardPreview({
  control,
  categories,
  product,
}: {
  control: Control<PageProductFields>
  categories: readonly Category[]
  product: Product | undefined
}) {
  const { t } = useTranslation('admin')
  const formValues = useWatch({ control }) as PageProductFields
  const chosenCategory = categories.find(({ id }) => id === formValues.category)
  const { image } = formValues
  const validityText = useValidityText({ fields: formValues, product })
  const priceText = useShownPrice({ fields: formValues, product })

  return (
    <section aria-label={t('adminProducts.preview')} className="grid gap-2 lg:sticky lg:top-6">
      <h2 className="text-sm font-semibold text-muted">{t('adminProducts.preview')}</h2>

      <div className="grid gap-3 rounded-lg bg-surface p-3">
        <ProductImage
          key={image}
          src={isImageAddress(image) ? image : null}
          color={chosenCategory?.color ?? '#3B82F6'}
          eager
        />

        <CardTexts {...formValues} />
        <div className="flex flex-wrap items-baseline justify-between gap-2 px-1">
          <span className="text-lg font-bold text-ink">{priceText}</span>
          <span className="text-xs text-muted">{chosenCategory?.name}</span>
        </div>
        {validityText && <p className="px-1 text-xs text-muted">{validityText}</p>}
      </div>

      {formValues.status !== 'active' && (
        <p className="text-xs text-wait">{t('adminProducts.notShown')}</p>
      )}
    </section>
  )
}
