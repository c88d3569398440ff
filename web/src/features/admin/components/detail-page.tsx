import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'

import { ApiError } from '../../../api/http.ts'
import { number } from '../../../i18n/format.ts'
import { paths, type AdminSection } from '../../../routing/paths.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { DialogLoading } from './loading.tsx'
import type { OpenedFrom } from './row-link.tsx'

/** Path of one item's page in a section. */
export const detailPath = (section: AdminSection, id: string): string =>
  `${paths.adminSection(section)}/${encodeURIComponent(id)}`

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/**
 * A link back to the section's list. A page that was opened from the list goes one step back, so
 * that the list keeps its filters and its place.
 */
export function BackToList({ section, children }: { section: AdminSection; children: ReactNode }) {
  const navigate = useNavigate()
  const openedFrom = useLocation().state as OpenedFrom

  const goBack = (event: MouseEvent) => {
    if (!openedFrom || !isPlainClick(event)) return

    event.preventDefault()
    void navigate(-1)
  }

  return (
    <Link
      to={paths.adminSection(section) + (openedFrom?.listSearch ?? '')}
      className={buttonClass('plain', 'sm')}
      onClick={goBack}
    >
      <ArrowLeft size={15} aria-hidden />
      {children}
    </Link>
  )
}

/** Whether the item was deleted or its id was never valid. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/**
 * Shows one item after it has loaded. If it does not exist, the page says so and links to the list
 * (P345).
 */
export function DetailPage<T>({
  answer,
  failed,
  nowhere,
  back,
  children,
}: {
  answer: { isError: boolean; error: unknown; data: T | undefined; refetch(): unknown }
  failed: string
  /** Shown when the item does not exist. */
  nowhere: { title: string; text: string }
  back: ReactNode
  children(data: T): ReactNode
}) {
  const { t } = useTranslation('common')
  if (answer.isError && isMissing(answer.error)) return <EmptyState {...nowhere} action={back} />

  return (
    <QueryResult
      answer={answer}
      keepsOld
      failed={failed}
      retry={t('action.retry')}
      waiting={<DialogLoading />}
    >
      {children}
    </QueryResult>
  )
}

/** Two columns, history left and facts right; on a phone the facts come first. */
export function DetailColumns({ story, facts }: { story: ReactNode; facts: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{story}</div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-surface p-4 max-lg:order-first">
        {facts}
      </div>
    </div>
  )
}

/** The newest items of one kind under a heading with their total and a link to all. */
export function DetailPart({
  title,
  total,
  shown,
  all,
  none,
  children,
}: {
  title: string
  total?: number
  /** Number of items shown here. */
  shown?: number
  /** Link to the full list. */
  all?: ReactNode
  none: string
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const isShortened = total !== undefined && shown !== undefined && total > shown

  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-sm font-semibold">
          {title}
          {total !== undefined && total > 0 && (
            <span className="font-normal text-muted"> ({number(total)})</span>
          )}
        </h2>
        {all}
      </div>

      <PartRows isEmpty={shown === 0} none={none}>
        {children}
      </PartRows>

      {isShortened && !all && (
        <p className="text-xs text-muted">{t('kit.newestOf', { shown, total })}</p>
      )}
    </section>
  )
}

function PartRows({
  isEmpty,
  none,
  children,
}: {
  isEmpty: boolean
  none: string
  children: ReactNode
}) {
  if (isEmpty) return <p className="text-sm text-muted">{none}</p>

  return <ul className="grid grid-cols-[minmax(0,1fr)] border-t border-line text-sm">{children}</ul>
}

/** A row of a part: title, a second line, and at the end an amount and a status. */
export function PartRow({
  to,
  title,
  line,
  end,
  state,
}: {
  to?: string | undefined
  title: ReactNode
  line?: ReactNode
  end?: ReactNode
  state?: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="grid min-w-0 flex-1 basis-48">
        <PartTitle to={to}>{title}</PartTitle>
        {line && <span className="text-xs wrap-anywhere text-muted">{line}</span>}
      </div>

      {(end || state) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {end && <span className="whitespace-nowrap">{end}</span>}
          {state}
        </div>
      )}
    </li>
  )
}

function PartTitle({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return <span className="wrap-anywhere">{children}</span>

  return (
    <Link to={to} className="py-0.5 wrap-anywhere underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}
