import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { showBanner } from '../components/banner.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Section } from '../components/section.tsx'
import { failureText, useChange } from '../components/use-change.ts'
import type { Product } from '../shared/rows.ts'
import { readPaste } from '../stock/paste.ts'
import { saveInParts } from '../stock/send-keys.ts'
import { stockViews } from '../stock/use-stock-acts.ts'
import { copyFields, pageFormOf } from './page-form-fields.ts'
import { useProductPlace } from './parts.tsx'
import { ProductEditor } from './product-editor.tsx'

/** Adds a new product's keys to the stock and reports the lines left out. */
function useFirstKeys() {
  const { t } = useTranslation('admin')
  const productChange = useChange(...stockViews)

  return async function addKeys({ id }: Product, text: string): Promise<void> {
    const pastedKeys = readPaste(text)
    if (!pastedKeys.keys.length && !pastedKeys.others.length) return

    try {
      const { added, skipped } = await saveInParts({ productId: id }, pastedKeys)
      toast(t('adminStock.added', { count: added }), 'good')
      const rejectedCount =
        skipped + pastedKeys.others.filter(({ result }) => result !== 'empty').length
      if (rejectedCount) showBanner(t('adminProducts.keysLeft', { count: rejectedCount }))
    } catch (error) {
      // The product is saved already; its keys can be added again in the stock.
      console.error('stock', error)
      showBanner(failureText(t('adminProducts.errorKeys'), error), 'bad')
    }

    void productChange.reload()
  }
}

/** A new product, empty or copied from another one (P421, P422). */
export function NewProduct() {
  const { t } = useTranslation(['admin', 'common'])
  const { open } = useProductPlace()
  const addFirstKeys = useFirstKeys()
  const sourceId = useSearchParams()[0].get('copyOf')

  const copiedProduct = useQuery({
    ...ask(adminApi.products.read, { params: { id: sourceId ?? '' } }, { staleTime: 0 }),
    enabled: sourceId !== null,
  })

  const categories = useQuery(ask(adminApi.categories.list))
  const loadFailure = categories.error ?? copiedProduct.error
  useEffect(() => {
    if (loadFailure) console.error('product', loadFailure)
  }, [loadFailure])
  const sourceProduct = copiedProduct.data?.product
  const isLoaded = categories.data && (!sourceId || sourceProduct)

  const loadState = {
    isError: categories.isError || copiedProduct.isError,
    data: isLoaded ? { list: categories.data, product: sourceProduct } : undefined,
    refetch: () =>
      Promise.all([categories.refetch(), ...(sourceId ? [copiedProduct.refetch()] : [])]),
  }

  return (
    <Section
      title={t('adminProducts.new')}
      text={t('adminProducts.newText')}
      actions={
        <Button size="sm" icon={<ArrowLeft size={15} aria-hidden />} onClick={() => open(null)}>
          {t('adminPages.back')}
        </Button>
      }
    >
      <QueryResult
        answer={loadState}
        failed={failureText(t('adminProducts.errorLoad'), loadFailure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ list, product: from }) => (
          <ProductEditor
            start={
              from
                ? copyFields(from, list, t('adminProducts.copyName', { name: from.name }))
                : pageFormOf(undefined, list)
            }
            categories={list}
            onSaved={async (saved, keys) => {
              await addFirstKeys(saved, keys)
              open(saved.id, 'page')
            }}
          />
        )}
      </QueryResult>
    </Section>
  )
}
