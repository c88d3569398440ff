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

/** Edit, and delete once it was confirmed; the one that takes what is left over stays. */
function useActions(edit: (category: Category) => void) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.categories.list, adminApi.products.list)

  async function remove(category: Category): Promise<void> {
    const text =
      category.productCount > 0
        ? t('categories.deleteTextMoved', {
            count: category.productCount,
          })
        : t('categories.deleteText')

    if (
      !(await confirm({
        title: t('categories.deleteTitle', { name: category.name }),
        text,
        act: t('categories.deleteAct'),
      }))
    )
      return

    await change.run(() => call(adminApi.categories.remove, { params: { id: category.id } }), {
      failed: t('categories.errorDelete'),
      done: t('categories.deleted'),
    })
  }

  return (category: Category): RowAction[] => [
    { label: t('kit.edit'), icon: <Pencil aria-hidden />, run: () => edit(category) },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void remove(category),
      refused: category.isDefault ? t('categories.defaultStays') : undefined,
    },
  ]
}

function Cards({
  categories,
  onEdit,
  add,
}: {
  categories: readonly Category[]
  onEdit(category: Category): void
  add: ReactNode
}) {
  const { t } = useTranslation('admin')
  const actions = useActions(onEdit)

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
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {categories.map((category) => (
        <li key={category.id}>
          <CategoryCard category={category} actions={actions(category)} />
        </li>
      ))}
    </ul>
  )
}

/** How the shop is sorted, as cards. */
export function Page() {
  const { t } = useTranslation(['admin', 'common'])
  const answer = useQuery(ask(adminApi.categories.list))
  const [{ new: adding }, setUrl] = useUrlState({ new: 0 })
  const [editing, setEditing] = useState<Category | null>(null)
  useEffect(() => {
    if (answer.error) console.error('categories', answer.error)
  }, [answer.error])
  const add = <AddButton label={t('categories.add')} onClick={() => setUrl({ new: 1 })} />
  const all = answer.data
  const figure = (count: (given: NonNullable<typeof all>) => number) =>
    loadedFigure(all && number(count(all)), answer.isError)

  return (
    <Section title={t('categories.title')} text={t('categories.text')} actions={add}>
      <StatCards
        items={[
          { label: t('categories.total'), value: figure((given) => given.length) },
          {
            label: t('categories.active'),
            value: figure((given) => given.filter(({ active }) => active).length),
          },
        ]}
      />

      <QueryResult
        answer={answer}
        failed={t('categories.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<Loading />}
      >
        {(categories) => <Cards categories={categories} onEdit={setEditing} add={add} />}
      </QueryResult>

      {adding ? <CategoryForm onClose={() => setUrl({ new: 0 })} /> : null}
      {editing && (
        <CategoryForm key={editing.id} category={editing} onClose={() => setEditing(null)} />
      )}
    </Section>
  )
}
