import { useQuery } from '@tanstack/react-query'
import { Folder, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { join } from '../../../ui/join.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { AddButton } from '../components/add-button.tsx'
import { confirm } from '../components/confirm.tsx'
import { Loading } from '../components/loading.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { Section } from '../components/section.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { useChange } from '../components/use-change.ts'
import type { Category } from '../shared/rows.ts'
import { CategoryCard } from './category-card.tsx'
import { CategoryForm } from './category-form.tsx'

/** Edit and delete, the latter after a confirmation. The default category cannot be deleted. */
function useCategoryActions(edit: (category: Category) => void) {
  const { t } = useTranslation('admin')
  const categoryChange = useChange(adminApi.categories.list, adminApi.products.list)

  async function removeCategory(category: Category): Promise<void> {
    const questionText =
      category.productCount > 0
        ? t('categories.deleteTextMoved', {
            count: category.productCount,
          })
        : t('categories.deleteText')

    if (
      !(await confirm({
        title: t('categories.deleteTitle', { name: category.name }),
        text: questionText,
        act: t('categories.deleteAct'),
      }))
    )
      return

    await categoryChange.run(
      () => call(adminApi.categories.remove, { params: { id: category.id } }),
      {
        failed: t('categories.errorDelete'),
        done: t('categories.deleted'),
      },
    )
  }

  return (category: Category): RowAction[] => [
    { label: t('kit.edit'), icon: <Pencil aria-hidden />, run: () => edit(category) },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void removeCategory(category),
      refused: category.isDefault ? t('categories.defaultStays') : undefined,
    },
  ]
}

/** Columns on a desk that fill the last row, if the number of cards allows it. */
function cardColumns(count: number): string {
  if (count % 3 === 0 || count % 2 === 1) return 'xl:grid-cols-3'
  if (count % 4 === 0) return '2xl:grid-cols-4'

  return ''
}

function CategoryCards({
  categories,
  onEdit,
  add,
}: {
  categories: readonly Category[]
  onEdit(category: Category): void
  add: ReactNode
}) {
  const { t } = useTranslation('admin')
  const categoryActions = useCategoryActions(onEdit)

  if (categories.length === 0)
    return (
      <EmptyState
        icon={<Folder />}
        title={t('categories.empty')}
        text={t('categories.emptyText')}
        action={add}
      />
    )

  return (
    <ul className={join('grid gap-3 sm:grid-cols-2', cardColumns(categories.length))}>
      {categories.map((category) => (
        <li key={category.id}>
          <CategoryCard category={category} actions={categoryActions(category)} />
        </li>
      ))}
    </ul>
  )
}

/** The categories of the shop as cards. */
export function Page() {
  const { t } = useTranslation(['admin', 'common'])
  const categoryQuery = useQuery(ask(adminApi.categories.list))
  const [{ new: adding }, setUrl] = useUrlState({ new: 0 })
  const [editing, setEditing] = useState<Category | null>(null)
  useEffect(() => {
    if (categoryQuery.error) console.error('categories', categoryQuery.error)
  }, [categoryQuery.error])
  const addButton = <AddButton label={t('categories.add')} onClick={() => setUrl({ new: 1 })} />
  const allCategories = categoryQuery.data
  const categoryFigure = (count: (given: NonNullable<typeof allCategories>) => number) =>
    loadedFigure(allCategories && number(count(allCategories)), categoryQuery.isError)

  return (
    <Section title={t('categories.title')} text={t('categories.text')} actions={addButton}>
      <StatCards
        items={[
          { label: t('categories.total'), value: categoryFigure((given) => given.length) },
          {
            label: t('categories.active'),
            value: categoryFigure((given) => given.filter(({ active }) => active).length),
          },
        ]}
      />

      <QueryResult
        answer={categoryQuery}
        failed={t('categories.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<Loading />}
      >
        {(categories) => (
          <CategoryCards categories={categories} onEdit={setEditing} add={addButton} />
        )}
      </QueryResult>

      {adding !== 0 && <CategoryForm onClose={() => setUrl({ new: 0 })} />}
      {editing && (
        <CategoryForm key={editing.id} category={editing} onClose={() => setEditing(null)} />
      )}
    </Section>
  )
}
