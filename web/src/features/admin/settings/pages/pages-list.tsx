import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileText, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { api, call } from '../../../../api/call.ts'
import { ask } from '../../../../api/queries.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { paths } from '../../../../routing/paths.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { AddButton } from '../../components/add-button.tsx'
import { confirm } from '../../components/confirm.tsx'
import { Loading } from '../../components/loading.tsx'
import { OnBadge } from '../../components/on-badge.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import { useChange } from '../../components/use-change.ts'
import { useOrder } from '../../components/use-order.tsx'
import { sitePageTitle, type ListedPage } from './page-fields.ts'

function usePageActions(edit: (id: string) => void) {
  const { t } = useTranslation('admin')
  const pageChange = useChange(adminApi.sitePages.list, api.settings.publicSettings)

  async function removePage(page: ListedPage, pageTitle: string): Promise<void> {
    const isConfirmed = await confirm({
      title: t('sitePages.deleteTitle', { title: pageTitle }),
      text: t('sitePages.deleteText'),
      act: t('sitePages.deleteAct'),
    })

    if (isConfirmed)
      await pageChange.run(() => call(adminApi.sitePages.remove, { params: { id: page.id } }), {
        failed: t('sitePages.errorDelete'),
        done: t('sitePages.deleted'),
      })
  }

  return (page: ListedPage, pageTitle: string): RowAction[] => [
    {
      label: t('sitePages.open'),
      icon: <ExternalLink aria-hidden />,
      refused: page.isPublished ? undefined : t('sitePages.isDraft'),
      run: () => window.open(paths.ownPage(page.slug), '_blank', 'noopener'),
    },
    { label: t('kit.edit'), icon: <Pencil aria-hidden />, run: () => edit(page.id) },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void removePage(page, pageTitle),
    },
  ]
}

/** Saves a new order; after a failure the list is reloaded. */
function useReorder() {
  const { t } = useTranslation('admin')
  const pageChange = useChange(adminApi.sitePages.list, api.settings.publicSettings)

  return (pages: ListedPage[]) => {
    const orderedIds = pages.map(({ id }) => id)
    void pageChange
      .run(() => call(adminApi.sitePages.order, { body: { ids: orderedIds } }), {
        failed: t('sitePages.errorOrder'),
      })
      .then((done) => (done ? undefined : pageChange.reload()))
  }
}

/** The list of pages. A new order appears before it is saved, so that the focus can follow. */
function PageTable({
  pages: kept,
  edit,
}: {
  pages: readonly ListedPage[]
  edit(id: string): void
}) {
  const { t } = useTranslation('admin')
  const pageActions = usePageActions(edit)
  const languageCode = currentLanguage()
  const [pages, setPages] = useState(kept)
  useEffect(() => setPages(kept), [kept])
  const saveOrder = useReorder()

  const applyOrder = (next: ListedPage[]) => {
    setPages(next)
    saveOrder(next)
  }

  const { list, Acts } = useOrder(pages, applyOrder, (at) =>
    pageActions(pages[at]!, sitePageTitle(pages[at]!, languageCode)),
  )
  if (pages.length === 0) return <p className="text-sm">{t('sitePages.none')}</p>

  return (
    <ul ref={list} className="grid divide-y divide-line">
      {pages.map((page, at) => {
        const pageTitle = sitePageTitle(page, languageCode)
        return (
          <li
            key={page.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                <FileText size={16} aria-hidden className="shrink-0 text-muted" />
                {pageTitle}
                <OnBadge
                  isOn={page.isPublished}
                  on={t('sitePages.published')}
                  off={t('sitePages.draft')}
                />
                {page.inFooter && page.isPublished && (
                  <Badge tone="info">{t('sitePages.footerNames')}</Badge>
                )}
              </p>

              <p className="font-mono text-xs wrap-anywhere text-muted">
                {paths.ownPage(page.slug)}
              </p>
            </div>

            {Acts(at, pageTitle)}
          </li>
        )
      })}
    </ul>
  )
}

/** Staff's own pages, in the order of the footer. */
export function SitePages({ edit }: { edit(id: string): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const pageQuery = useQuery(ask(adminApi.sitePages.list, {}, { staleTime: 0 }))

  return (
    <Card className="grid max-w-4xl gap-3">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="font-semibold">{t('sitePages.title')}</h2>
          <p className="max-w-prose text-sm text-muted">{t('sitePages.text')}</p>
        </div>
        <AddButton label={t('sitePages.add')} onClick={() => edit('new')} />
      </header>

      <QueryResult
        answer={pageQuery}
        failed={t('sitePages.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<Loading />}
      >
        {({ pages }) => <PageTable pages={pages} edit={edit} />}
      </QueryResult>
    </Card>
  )
}
