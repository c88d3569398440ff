import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { ApiError } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Awaited } from '../components/loading.tsx'
import { reasonOf } from '../components/use-change.ts'
import { useLeaveGuard } from '../components/use-leave-guard.ts'
import type { Category, Product } from '../shared/rows.ts'
import { GeneralFields } from './general-fields.tsx'
import { ProductFrame } from './parts.tsx'
import { formOf, hasSeveral, type ProductFields } from './product-fields.ts'
import { useSaveProduct } from './use-save-product.ts'

/** What is said of a product itself, as a page beside its options and its page in the shop. */
export function GeneralPart({ id }: { id: string }) {
  const { t } = useTranslation(['admin', 'common'])
  // Never an older one: what the form saves is held against the version that it read.
  const answer = useQuery({ ...ask(adminApi.products.read, { params: { id } }), gcTime: 0 })
  const categories = useQuery(ask(adminApi.categories.list))
  const { data, error } = answer
  const failure = error ?? categories.error
  useEffect(() => {
    if (failure) console.error('product', failure)
  }, [failure])
  const both = {
    isError: answer.isError || categories.isError,
    data: data && categories.data ? { product: data.product, list: categories.data } : undefined,
    refetch: () => Promise.all([answer.refetch(), categories.refetch()]),
  }
  return (
    <ProductFrame
      title={
        data ? t('adminProducts.editTitle', { name: data.product.name }) : t('adminProducts.title')
      }
      text={t('adminOptions.generalText')}
      part="general"
      id={id}
    >
      <Answered
        answer={both}
        failed={reasonOf(t('adminProducts.errorLoad'), failure)}
        retry={t('common:action.retry')}
        waiting={<Awaited className="min-h-48 animate-late" />}
      >
        {({ product, list }) => (
          <GeneralForm
            key={product.version}
            product={product}
            categories={list}
            onReload={() => void answer.refetch()}
          />
        )}
      </Answered>
    </ProductFrame>
  )
}

/** What could not be saved, and whether that is because somebody else saved meanwhile. */
type Failure = { text: string; changed: boolean }

function GeneralForm({
  product,
  categories,
  onReload,
}: {
  product: Product
  categories: readonly Category[]
  onReload(): void
}) {
  const { t } = useTranslation('admin')
  const form = useForm<ProductFields>({ defaultValues: formOf(product, categories) })
  const { isDirty, isSubmitting } = form.formState
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = useSaveProduct(product)
  useLeaveGuard(isDirty, 'pageOf', 'part')
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      await save(fields)
      form.reset(fields)
    } catch (error) {
      console.error('product', error)
      const changed = error instanceof ApiError && error.code === 'product.changed'
      setFailure({ text: reasonOf(t('adminProducts.errorUpdate'), error), changed })
    }
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Card className="grid gap-4">
        <GeneralFields form={form} categories={categories} several={hasSeveral(product)} />
      </Card>
      {failure ? (
        <Notice tone="bad" className="grid justify-items-start gap-3">
          {failure.text}
          {failure.changed ? (
            <Button size="sm" onClick={onReload}>
              {t('adminOptions.startAnew')}
            </Button>
          ) : null}
        </Notice>
      ) : null}
      <div className="flex items-center gap-3">
        <Button type="submit" look="primary" busy={isSubmitting} disabled={!isDirty}>
          {t('kit.save')}
        </Button>
        {isDirty ? (
          <p role="status" className="text-sm text-wait">
            {t('admin.settings.unsaved')}
          </p>
        ) : null}
      </div>
    </form>
  )
}
