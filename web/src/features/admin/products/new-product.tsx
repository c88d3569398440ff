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
import { saveKeys } from '../stock/send-keys.ts'
import { stockViews } from '../stock/use-stock-acts.ts'
import { copyOf, pageFormOf } from './page-form-fields.ts'
import { useProductPlace } from './parts.tsx'
import { ProductEditor } from './product-editor.tsx'

/** Puts the keys that were typed with a new product into its stock, and says what was left out. */
function useFirstKeys() {
  const { t } = useTranslation('admin')
  const change = useChange(...stockViews)

  return async function addKeys({ id }: Product, text: string): Promise<void> {
    const paste = readPaste(text)
    if (!paste.keys.length && !paste.others.length) return

    try {
      const { added, skipped } = await saveKeys({ productId: id }, paste)
      toast(t('adminStock.added', { count: added }), 'good')
      const left = skipped + paste.others.filter(({ result }) => result !== 'empty').length
      if (left) showBanner(t('adminProducts.keysLeft', { count: left }))
    } catch (error) {
      // The product stands; its keys are said again where keys are added.
      console.error('stock', error)
      showBanner(failureText(t('adminProducts.errorKeys'), error), 'bad')
    }

    void change.reload()
  }
}

/** A new product on a page of its own, empty or as a copy of another one (P421, P422). */
export function NewProduct() {
  const { t } = useTranslation(['admin', 'common'])
  const { open } = useProductPlace()
  const addKeys = useFirstKeys()
  const source = useSearchParams()[0].get('copyOf')

  const copied = useQuery({
    ...ask(adminApi.products.read, { params: { id: source ?? '' } }, { staleTime: 0 }),
    enabled: source !== null,
  })

  const categories = useQuery(ask(adminApi.categories.list))
  const failure = categories.error ?? copied.error
  useEffect(() => {
    if (failure) console.error('product', failure)
  }, [failure])
  const product = copied.data?.product
  const isThere = categories.data && (!source || product)

  const both = {
    isError: categories.isError || copied.isError,
    data: isThere ? { list: categories.data, product } : undefined,
    refetch: () => Promise.all([categories.refetch(), ...(source ? [copied.refetch()] : [])]),
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
        answer={both}
        failed={failureText(t('adminProducts.errorLoad'), failure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ list, product: from }) => (
          <ProductEditor
            start={
              from
                ? copyOf(from, list, t('adminProducts.copyName', { name: from.name }))
                : pageFormOf(undefined, list)
            }
            categories={list}
            onSaved={async (saved, keys) => {
              await addKeys(saved, keys)
              open(saved.id, 'page')
            }}
          />
        )}
      </QueryResult>
    </Section>
  )
}
