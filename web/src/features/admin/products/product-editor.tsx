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
import { DeliveryPart, PricePart, SalePart, WhatPart } from './product-sections.tsx'
import { useSaveProduct } from './use-save-product.ts'

/** What could not be saved, and whether that is because somebody else saved meanwhile. */
type Failure = { text: string; changed: boolean }

/**
 * A product in short parts with its card of the shop beside them, for a new one (product undefined)
 * and for one that stands; what is typed is kept whatever the shop says of it.
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
  /** A new product stands; its keys were typed with it. */
  onSaved?(saved: Product, keys: string): Promise<void>
}) {
  const { t } = useTranslation('admin')
  const form = useForm<PageProductFields>({ defaultValues: start })
  const { isDirty, isSubmitting } = form.formState
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = useSaveProduct(product)
  useLeaveGuard(isDirty && !isSubmitting, 'pageOf', 'part')
  const several = hasSeveral(product)

  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      const saved = await save(fields, pagePayloadOf(fields))
      form.reset(fields)
      await onSaved?.(saved, fields.provider === 'stock' ? fields.keys : '')
    } catch (error) {
      console.error('product', error)
      const changed = error instanceof ApiError && error.code === 'product.changed'
      const failed = product ? t('adminProducts.errorUpdate') : t('adminProducts.errorCreate')
      setFailure({ text: failureText(failed, error), changed })
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 gap-4">
          <WhatPart form={form} categories={categories} />
          <PricePart form={form} several={several} />
          {!several && <DeliveryPart form={form} isNew={!product} />}
          <SalePart form={form} several={several} />
        </div>

        <CardPreview control={form.control} categories={categories} product={product} />
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
