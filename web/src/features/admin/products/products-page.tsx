import { productProviders, productStatuses } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { CopyPlus, Package, PanelTop, Pencil, Star, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { To } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { AddButton } from '../components/add-button.tsx'
import { columnCell } from '../components/columns.ts'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { useList, type List } from '../components/use-list.ts'
import { ReviewsLink } from '../reviews/reviews-link.tsx'
import type { Category, ListedProduct } from '../shared/rows.ts'
import { useFigures } from '../shared/use-figures.ts'
import { GeneralPart } from './general-part.tsx'
import { NewProduct } from './new-product.tsx'
import { OptionsPart } from './options/options-part.tsx'
import { ProductPage } from './page/product-page.tsx'
import { newProductPlace, useProductPlace, type ProductPart } from './parts.tsx'
import { PricesPart } from './prices/prices-part.tsx'
import { useColumns } from './product-columns.tsx'
import { useProductFigures } from './product-figures.tsx'
import { useProductActs } from './use-product-acts.tsx'

type Filter = { search: string; status: string; category: string; provider: string }

function ProductFilters({
  list: { state, set },
  categories,
}: {
  list: List<ListedProduct, Filter>
  categories: readonly Category[]
}) {
  const { t } = useTranslation('admin')
  return (
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
        late
        label={t('adminProducts.category')}
        value={state.category}
        onChange={(category) => set({ category })}
        options={[
          ['', t('adminProducts.allCategories')],
          ...categories.map(({ id, name }) => [id, name] as const),
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
  )
}

function ProductFigures() {
  const { t } = useTranslation('admin')
  const showFigure = useFigures(adminApi.products.stats, (answer) => answer.data)

  return (
    <StatCards
      items={[
        {
          label: t('adminProducts.total'),
          value: showFigure((numbers) => number(numbers.totalProducts)),
        },
        {
          label: t('adminProducts.categories'),
          value: showFigure((numbers) => number(numbers.totalCategories)),
        },
      ]}
    />
  )
}

function useRowActions(
  acts: ReturnType<typeof useProductActs>,
  open: ReturnType<typeof useProductPlace>['open'],
) {
  const { t } = useTranslation('admin')
  return (row: ListedProduct): RowAction[] => [
    {
      label: row.isFeatured ? t('adminProducts.unfeature') : t('adminProducts.feature'),
      icon: <Star aria-hidden />,
      pressed: row.isFeatured,
      run: () => void acts.toggleFeature(row),
    },
    { label: t('kit.edit'), icon: <Pencil aria-hidden />, run: () => open(row.id, 'general') },
    { label: t('adminPages.open'), icon: <PanelTop aria-hidden />, run: () => open(row.id) },
    {
      label: t('adminProducts.duplicate'),
      icon: <CopyPlus aria-hidden />,
      run: () => open(newProductPlace, 'page', row.id),
    },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void acts.remove([row]),
    },
  ]
}

/** The product list, or one product's parts. */
export function Page() {
  const { id, part, to, open } = useProductPlace()

  const productList = useList(adminApi.products.list, {
    filters: { search: '', status: '', category: '', provider: '' },
    rows: (answer) => answer.products,
    total: (answer) => answer.total,
  })

  if (!id) return <ProductList list={productList} to={to} open={open} />
  if (id === newProductPlace) return <NewProduct />
  if (part === 'general') return <GeneralPart key={id} id={id} />
  if (part === 'options') return <OptionsPart key={id} id={id} />
  if (part === 'prices') return <PricesPart key={id} id={id} />

  return <ProductPage key={id} id={id} name={productList.rows.find((row) => row.id === id)?.name} />
}

function ProductList({
  list,
  to,
  open,
}: {
  list: List<ListedProduct, Filter>
  to(id: string, part: ProductPart): To
  open: ReturnType<typeof useProductPlace>['open']
}) {
  const { t } = useTranslation('admin')
  const categories = useQuery(ask(adminApi.categories.list))
  const productActions = useProductActs()
  const productFigures = useProductFigures()
  const productColumns = useColumns((row) => open(row.id, 'options'))
  const rowActions = useRowActions(productActions, open)
  const addButton = (
    <AddButton label={t('adminProducts.add')} onClick={() => open(newProductPlace)} />
  )

  return (
    <ListPage
      title={t('adminProducts.title')}
      text={t('adminProducts.text')}
      list={list}
      columns={productColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      failed={t('adminProducts.errorLoad')}
      bulk={productActions.bulk}
      actions={
        <>
          <ReviewsLink />
          <ExportButton route={adminApi.products.export} query={list.query} />
          {addButton}
        </>
      }
      figures={<ProductFigures />}
      views="products"
      filters={<ProductFilters list={list} categories={categories.data ?? []} />}
      opens={(row) => to(row.id, 'general')}
      item={(row) => ({
        picture: <ProductImage src={row.image} color={row.category.color} />,
        title: row.name,
        line: `${row.category.name} · ${productFigures.line(row)}`,
        end: columnCell(productColumns, 'price', row),
        state: columnCell(productColumns, 'status', row),
      })}
      rowActions={rowActions}
      empty={{
        title: t('adminProducts.empty'),
        text: t('adminProducts.emptyText'),
        icon: <Package />,
        action: addButton,
      }}
    >
      {productActions.dialog}
    </ListPage>
  )
}
