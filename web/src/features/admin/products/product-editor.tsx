import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../api/http.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SaveBar } from '../components/save-bar.tsx'
import { failureText } from '../components/use-change.ts'
import { useLeaveGuard } from '../components/use-leave-guard.ts'
import type { Category, Product } from '../shared/rows.ts'
import { CardPreview } from './card-preview.tsx'
import { pagePayloadOf, type PageProductFields } from './page-form-fields.ts'
import { hasSeveral } from './product-fields.ts'
import { DeliveryPart, PricePart, SalePart, DescriptionPart } from './product-sections.tsx'
import { useSaveProduct } from './use-save-product.ts'

/** Why saving failed, and whether another person saved first. */
type Failure = { text: string; changed: boolean }

/**
 * Edits a new (`product` undefined) or existing product with a preview of its card. Typed values
 * stay after any error.
 */
export function ProductEditor({
  product,
  start,
  categories,
  onReload,
  onSaved,
}: {
  product?: Product
  start: PageProductFields
  categories: readonly Category[]
  onReload?(): void
  /** Called once a new product is saved, with the keys typed along with it. */
  onSaved?(savedProduct: Product, keys: string): Promise<void>
}) {
  const { t } = useTranslation('admin')
  const productForm = useForm<PageProductFields>({ defaultValues: start })
  const { isDirty, isSubmitting } = productForm.formState
  const [failure, setFailure] = useState<Failure | null>(null)
  const saveProduct = useSaveProduct(product)
  useLeaveGuard(isDirty && !isSubmitting, 'pageOf', 'part')
  const hasOptions = hasSeveral(product)

  const submitProduct = productForm.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      const savedProduct = await saveProduct(fields, pagePayloadOf(fields))
      productForm.reset(fields)
      await onSaved?.(savedProduct, fields.provider === 'stock' ? fields.keys : '')
    } catch (error) {
      console.error('product', error)
      const isConflict = error instanceof ApiError && error.code === 'product.changed'
      const failureIntro = product ? t('adminProducts.errorUpdate') : t('adminProducts.errorCreate')
      setFailure({ text: failureText(failureIntro, error), changed: isConflict })
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submitProduct(event)}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 gap-4">
          <DescriptionPart form={productForm} categories={categories} />
          <PricePart form={productForm} several={hasOptions} />
          {!hasOptions && <DeliveryPart form={productForm} isNew={!product} />}
          <SalePart form={productForm} several={hasOptions} />
        </div>

        <CardPreview control={productForm.control} categories={categories} product={product} />
      </div>

      {failure && (
        <Notice tone="bad" className="grid justify-items-start gap-3">
          {failure.text}

          {failure.changed && (
            <Button size="sm" onClick={onReload}>
              {t('adminOptions.startAnew')}
            </Button>
          )}
        </Notice>
      )}

      <SaveBar shown={isDirty || isSubmitting || !product} changed={isDirty}>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {t('kit.save')}
        </Button>
      </SaveBar>
    </form>
  )
}
