import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call } from '../../../api/call.ts'
import type { Undo } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import type { BulkAction } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import type { Product } from '../shared/rows.ts'
import { useBulk } from '../shared/use-bulk.ts'

/** Delete, once it was confirmed by name or number. */
function useRemove(change: ReturnType<typeof useChange>) {
  const { t } = useTranslation('admin')
  return async function remove(rows: readonly Product[]): Promise<boolean> {
    const [only] = rows
    const title =
      rows.length === 1
        ? t('adminProducts.deleteTitle', { name: only!.name })
        : t('adminProducts.deleteMany', { count: rows.length })
    if (
      !(await confirm({
        title,
        text: t('adminProducts.deleteText'),
        act: t('adminProducts.deleteAct'),
      }))
    )
      return false
    const done = await change.run(
      async () => {
        for (const { id } of rows) await call(adminApi.products.remove, { params: { id } })
      },
      { failed: t('adminProducts.errorDelete'), done: t('adminProducts.deleted') },
    )
    void change.reload()
    return done
  }
}

/** What staff do with products from the list: feature, switch on and off, delete. */
export function useProductActs() {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.products.list, adminApi.products.stats)
  const feature = (row: Product, isFeatured: boolean, undo?: Undo) =>
    change.run(
      () => call(adminApi.products.update, { params: { id: row.id }, body: { isFeatured } }),
      {
        failed: t('adminProducts.errorUpdate'),
        done: t('adminProducts.updated', { name: row.name }),
        undo,
      },
    )
  const toggleFeature = (row: Product) =>
    feature(row, !row.isFeatured, {
      label: t('kit.undo'),
      run: () => feature(row, row.isFeatured),
    })
  const remove = useRemove(change)
  const setAll = useBulk<Product['status']>(
    change,
    (rows) => call(adminApi.products.bulkStatus, { body: { rows } }),
    t('adminProducts.errorUpdate'),
  )
  const bulk: BulkAction<Product>[] = [
    { label: t('adminProducts.activate'), run: (rows) => setAll(rows, 'active') },
    { label: t('adminProducts.deactivate'), run: (rows) => setAll(rows, 'inactive') },
    { label: t('kit.delete'), danger: true, icon: <Trash2 size={15} aria-hidden />, run: remove },
  ]
  return { toggleFeature, remove, bulk }
}
