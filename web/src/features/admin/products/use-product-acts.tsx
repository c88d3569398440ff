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

/** Delete, once it was confirmed by name or number; what is refused is told row by row. */
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

    let gone: readonly Product[] = []

    const done = await change.run(
      async () => {
        const removeOne = ({ id }: Product) => call(adminApi.products.remove, { params: { id } })
        if (rows.length > 1) gone = await eachRow(rows, ({ name }) => name, removeOne)
        else {
          await removeOne(only!)
          gone = rows
        }
      },
      { failed: t('adminProducts.errorDelete') },
    )

    if (gone.length) toast(t('adminProducts.deleted', { count: gone.length }), 'good')
    void change.reload()

    return done
  }
}

/** Category and price of many products, each asked for in a dialog. */
function useAsked(change: ReturnType<typeof useChange>) {
  const { t } = useTranslation('admin')

  const [asked, setAsked] = useState<{
    about: 'category' | 'price'
    rows: readonly Product[]
    done(saved: boolean): void
  } | null>(null)

  const failed = t('adminProducts.errorUpdate')

  const move = useBulk<string>(
    change,
    (rows) => call(adminApi.products.bulkCategory, { body: { rows } }),
    failed,
  )

  const setPrices = useBulkRows<number>(
    change,
    (rows) => call(adminApi.prices.setMany, { body: { rows } }),
    failed,
  )

  const about = (what: 'category' | 'price') => (rows: readonly Product[]) =>
    new Promise<boolean>((done) => setAsked({ about: what, rows, done }))

  const end = (saved: boolean) => {
    asked?.done(saved)
    setAsked(null)
  }

  const dialogs = (rows: readonly Product[]): Record<'category' | 'price', ReactNode> => ({
    category: <CategoryDialog count={rows.length} onSave={(id) => move(rows, id)} onDone={end} />,
    price: <PriceDialog ids={rows.map(({ id }) => id)} onSave={setPrices} onDone={end} />,
  })

  return { about, dialog: asked && dialogs(asked.rows)[asked.about] }
}

/** What staff do with products from the list: feature, switch on and off, move, price, delete. */
export function useProductActs() {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.products.list, adminApi.products.stats)
  const { about, dialog } = useAsked(change)

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

  const bulk: BulkAction<ListedProduct>[] = [
    { label: t('adminProducts.activate'), run: (rows) => setAll(rows, 'active') },
    { label: t('adminProducts.deactivate'), run: (rows) => setAll(rows, 'inactive') },
    { label: t('adminProducts.move'), run: about('category') },
    { label: t('adminProducts.changePrice'), run: about('price') },
    { label: t('kit.delete'), danger: true, icon: <Trash2 size={15} aria-hidden />, run: remove },
  ]

  return { toggleFeature, remove, bulk, dialog }
}
