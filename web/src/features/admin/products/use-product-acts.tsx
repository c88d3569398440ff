import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { toast, type Undo } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import type { BulkAction } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import { eachRow } from '../shared/each-row.ts'
import type { ListedProduct, Product } from '../shared/rows.ts'
import { useBulk, useBulkRows } from '../shared/use-bulk.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'

/** Deletes products after a confirmation with their name or count; each refusal is reported. */
function useRemove(change: ReturnType<typeof useChange>) {
  const { t } = useTranslation('admin')
  return async function removeProducts(rows: readonly Product[]): Promise<boolean> {
    const [only] = rows

    const questionTitle =
      rows.length === 1
        ? t('adminProducts.deleteTitle', { name: only!.name })
        : t('adminProducts.deleteMany', { count: rows.length })

    if (
      !(await confirm({
        title: questionTitle,
        text: t('adminProducts.deleteText'),
        act: t('adminProducts.deleteAct'),
      }))
    )
      return false

    let removedProducts: readonly Product[] = []

    const succeeded = await change.run(
      async () => {
        const removeOne = ({ id }: Product) => call(adminApi.products.remove, { params: { id } })
        if (rows.length > 1) removedProducts = await eachRow(rows, ({ name }) => name, removeOne)
        else {
          await removeOne(only!)
          removedProducts = rows
        }
      },
      { failed: t('adminProducts.errorDelete') },
    )

    if (removedProducts.length)
      toast(t('adminProducts.deleted', { count: removedProducts.length }), 'good')
    void change.reload()

    return succeeded
  }
}

/** Dialogs for the category and price of many products. */
function useBulkDialogs(change: ReturnType<typeof useChange>) {
  const { t } = useTranslation('admin')

  const [asked, setAsked] = useState<{
    about: 'category' | 'price'
    rows: readonly Product[]
    done(saved: boolean): void
  } | null>(null)

  const failureText = t('adminProducts.errorUpdate')

  const moveToCategory = useBulk<string>(
    change,
    (rows) => call(adminApi.products.bulkCategory, { body: { rows } }),
    failureText,
  )

  const setPrices = useBulkRows<number>(
    change,
    (rows) => call(adminApi.prices.setMany, { body: { rows } }),
    failureText,
  )

  const openDialog = (what: 'category' | 'price') => (rows: readonly Product[]) =>
    new Promise<boolean>((done) => setAsked({ about: what, rows, done }))

  const closeDialog = (saved: boolean) => {
    asked?.done(saved)
    setAsked(null)
  }

  const bulkDialogs = (rows: readonly Product[]): Record<'category' | 'price', ReactNode> => ({
    category: (
      <CategoryDialog
        count={rows.length}
        onSave={(id) => moveToCategory(rows, id)}
        onDone={closeDialog}
      />
    ),
    price: <PriceDialog ids={rows.map(({ id }) => id)} onSave={setPrices} onDone={closeDialog} />,
  })

  return { about: openDialog, dialog: asked && bulkDialogs(asked.rows)[asked.about] }
}

/** Actions on products in the list: feature, activate, move, change price, delete. */
export function useProductActs() {
  const { t } = useTranslation('admin')
  const productChange = useChange(adminApi.products.list, adminApi.products.stats)
  const { about: openDialog, dialog } = useBulkDialogs(productChange)

  const setFeatured = (row: Product, isFeatured: boolean, undo?: Undo) =>
    productChange.run(
      () => call(adminApi.products.update, { params: { id: row.id }, body: { isFeatured } }),
      {
        failed: t('adminProducts.errorUpdate'),
        done: t('adminProducts.updated', { name: row.name }),
        undo,
      },
    )

  const toggleFeature = (row: Product) =>
    setFeatured(row, !row.isFeatured, {
      label: t('kit.undo'),
      run: () => setFeatured(row, row.isFeatured),
    })

  const removeProduct = useRemove(productChange)

  const setStatusOfMany = useBulk<Product['status']>(
    productChange,
    (rows) => call(adminApi.products.bulkStatus, { body: { rows } }),
    t('adminProducts.errorUpdate'),
  )

  const bulkActions: BulkAction<ListedProduct>[] = [
    { label: t('adminProducts.activate'), run: (rows) => setStatusOfMany(rows, 'active') },
    { label: t('adminProducts.deactivate'), run: (rows) => setStatusOfMany(rows, 'inactive') },
    { label: t('adminProducts.move'), run: openDialog('category') },
    { label: t('adminProducts.changePrice'), run: openDialog('price') },
    {
      label: t('kit.delete'),
      danger: true,
      icon: <Trash2 size={15} aria-hidden />,
      run: removeProduct,
    },
  ]

  return { toggleFeature, remove: removeProduct, bulk: bulkActions, dialog }
}
