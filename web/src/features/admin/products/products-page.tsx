import { productProviders, productStatuses } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { Package, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { money, number } from '../../../i18n/format.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import type { Undo } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import type { Column } from '../components/data-table.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage, type BulkAction } from '../components/list-page.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { StatusSelect } from '../components/status-select.tsx'
import { useChange } from '../components/use-change.ts'
import { useList } from '../components/use-list.ts'
import type { Product } from '../shared/rows.ts'
import { useFigures } from '../shared/use-figures.ts'
import { ProductForm } from './product-form.tsx'

function useColumns(): Column<Product>[] {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.products.list)
  const options = productStatuses.map(
    (status) => [status, t(`adminProducts.status.${status}`)] as const,
  )
  /** A choice in a row counts at once, so its toast leads back (S1). */
  const setStatus = (row: Product, status: Product['status'], undo?: Undo) =>
    change.run(() => call(adminApi.products.update, { params: { id: row.id }, body: { status } }), {
      failed: t('adminProducts.errorUpdate'),
      done: t('adminProducts.updated', { name: row.name }),
      undo,
    })
  return [
    {
      key: 'name',
      head: t('adminProducts.name'),
      lead: true,
      sort: ['name', '-name'],
      cell: (row) => (
        <span className="flex items-center gap-3">
          <span className="w-12 shrink-0">
            <ProductImage src={row.image} color={row.category.color} />
          </span>
          <span className="min-w-0">{row.name}</span>
          {row.isFeatured ? (
            <Star
              size={14}
              role="img"
              aria-label={t('adminProducts.featured')}
              className="shrink-0 fill-current text-warm"
            />
          ) : null}
        </span>
      ),
    },
    {
      key: 'price',
      head: t('adminProducts.price'),
      end: true,
      sort: ['price', '-price'],
      cell: (row) => <span className="whitespace-nowrap">{money(row.price, row.currency)}</span>,
    },
    {
      key: 'provider',
      head: t('adminProducts.provider'),
      cell: (row) => <Badge>{t(`adminProducts.provider.${row.provider}`)}</Badge>,
    },
    { key: 'category', head: t('adminProducts.category'), cell: (row) => row.category.name },
    {
      key: 'status',
      head: t('adminProducts.statusHead'),
      cell: (row) => (
        <StatusSelect
          label={t('adminProducts.statusOf', { name: row.name })}
          value={row.status}
          options={options}
          disabled={change.busy}
          onChange={(status) => {
            void setStatus(row, status, {
              label: t('kit.undo'),
              run: () => setStatus({ ...row, status }, row.status),
            })
          }}
        />
      ),
    },
  ]
}

function useActs() {
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
  async function remove(rows: readonly Product[]): Promise<boolean> {
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
  const setEach = (rows: readonly Pick<Product, 'id' | 'status'>[], undo?: Undo) =>
    change.run(
      async () => {
        for (const { id, status } of rows)
          await call(adminApi.products.update, { params: { id }, body: { status } })
      },
      {
        failed: t('adminProducts.errorUpdate'),
        done: t('adminProducts.updatedMany'),
        undo,
      },
    )
  const setAll = (rows: readonly Product[], status: Product['status']) =>
    setEach(
      rows.map(({ id }) => ({ id, status })),
      { label: t('kit.undo'), run: () => setEach(rows) },
    )
  const bulk: BulkAction<Product>[] = [
    { label: t('adminProducts.activate'), run: (rows) => setAll(rows, 'active') },
    { label: t('adminProducts.deactivate'), run: (rows) => setAll(rows, 'inactive') },
    { label: t('kit.delete'), danger: true, icon: <Trash2 size={15} aria-hidden />, run: remove },
  ]
  return { toggleFeature, remove, bulk }
}

/** What the shop sells. */
export function Page() {
  const { t } = useTranslation('admin')
  const list = useList(adminApi.products.list, {
    filters: { search: '', status: '', category: '', provider: '' },
    rows: (answer) => answer.products,
    total: (answer) => answer.total,
  })
  const show = useFigures(adminApi.products.stats, (answer) => answer.data)
  const categories = useQuery(ask(adminApi.categories.list))
  const [{ new: adding }, setUrl] = useUrlState({ new: 0 })
  const [editing, setEditing] = useState<Product | null>(null)
  const acts = useActs()
  const columns = useColumns()
  const { state, set } = list
  const add = (
    <Button
      size="sm"
      look="primary"
      icon={<Plus size={15} aria-hidden />}
      onClick={() => setUrl({ new: 1 })}
    >
      {t('adminProducts.add')}
    </Button>
  )
  return (
    <ListPage
      title={t('adminProducts.title')}
      text={t('adminProducts.text')}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      failed={t('adminProducts.errorLoad')}
      bulk={acts.bulk}
      actions={
        <>
          <ExportButton route={adminApi.products.export} query={list.query} />
          {add}
        </>
      }
      figures={
        <StatCards
          items={[
            {
              label: t('adminProducts.total'),
              value: show((numbers) => number(numbers.totalProducts)),
            },
            {
              label: t('adminProducts.categories'),
              value: show((numbers) => number(numbers.totalCategories)),
            },
          ]}
        />
      }
      filters={
        <>
          <SearchBox
            label={t('adminProducts.search')}
            value={state.search}
            onSearch={(search) => set({ search })}
          />
          <SelectFilter
            label={t('adminProducts.statusHead')}
            value={state.status}
            onChange={(status) => set({ status })}
            options={[
              ['', t('adminProducts.allStatuses')],
              ...productStatuses.map(
                (status) => [status, t(`adminProducts.status.${status}`)] as const,
              ),
            ]}
          />
          <SelectFilter
            label={t('adminProducts.category')}
            value={state.category}
            onChange={(category) => set({ category })}
            options={[
              ['', t('adminProducts.allCategories')],
              ...(categories.data ?? []).map(({ id, name }) => [id, name] as const),
            ]}
          />
          <SelectFilter
            label={t('adminProducts.provider')}
            value={state.provider}
            onChange={(provider) => set({ provider })}
            options={[
              ['', t('adminProducts.allProviders')],
              ...productProviders.map(
                (provider) => [provider, t(`adminProducts.provider.${provider}`)] as const,
              ),
            ]}
          />
        </>
      }
      rowActions={(row) => [
        {
          label: row.isFeatured ? t('adminProducts.unfeature') : t('adminProducts.feature'),
          icon: <Star aria-hidden />,
          pressed: row.isFeatured,
          run: () => void acts.toggleFeature(row),
        },
        { label: t('kit.edit'), icon: <Pencil aria-hidden />, run: () => setEditing(row) },
        {
          label: t('kit.delete'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          run: () => void acts.remove([row]),
        },
      ]}
      empty={{
        title: t('adminProducts.empty'),
        text: t('adminProducts.emptyText'),
        icon: <Package />,
        action: add,
      }}
    >
      {categories.data && adding ? (
        <ProductForm categories={categories.data} onClose={() => setUrl({ new: 0 })} />
      ) : null}
      {categories.data && editing ? (
        <ProductForm
          key={editing.id}
          product={editing}
          categories={categories.data}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </ListPage>
  )
}
