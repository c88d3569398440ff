import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { buttonClass } from '../../../ui/button.tsx'
import { FailedQueries } from '../components/failed-queries.tsx'
import { Loading } from '../components/loading.tsx'
import type { Need, useNeeds } from './use-needs.ts'

function NeedRow({ need: { text, line, act, to, Icon, bad } }: { need: Need }) {
  const { t } = useTranslation('admin')
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Icon size={18} aria-hidden className={bad ? 'shrink-0 text-bad' : 'shrink-0 text-wait'} />

      <span className="grid min-w-0 flex-1">
        <span className="text-sm font-medium wrap-anywhere">{text}</span>
        {line && <span className="truncate text-xs text-muted">{line}</span>}
      </span>

      <Link
        to={to}
        aria-label={t('today.act', { act, what: text })}
        className={buttonClass('plain', 'sm', 'pointer-coarse:min-h-11')}
      >
        {act}
      </Link>
    </li>
  )
}

function NeedRows({ needs }: { needs: readonly Need[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {needs.map((need) => (
        <NeedRow key={need.to} need={need} />
      ))}
    </ul>
  )
}

function NothingNeeded() {
  const { t } = useTranslation('admin')
  return (
    <p className="flex min-h-14 items-center gap-3 border-y border-line text-sm text-muted">
      <CircleCheck size={18} aria-hidden className="text-good" />
      {t('today.nothing')}
    </p>
  )
}

/** Pending work as rows, each with the one act that begins it. */
export function NeedsYou({
  work: { needs, isLoading, failed },
}: {
  work: ReturnType<typeof useNeeds>
}) {
  const { t } = useTranslation('admin')
  const isNothing = needs.length === 0 && failed.length === 0

  return (
    <section aria-labelledby="needs-you" className="grid content-start gap-3">
      <h2 id="needs-you" className="text-base font-semibold">
        {t('today.needs')}
      </h2>

      {isLoading && <Loading />}
      {!isLoading && <FailedQueries failed={failed} text={t('today.errorLoad')} />}
      {!isLoading && isNothing && <NothingNeeded />}
      {!isLoading && needs.length > 0 && <NeedRows needs={needs} />}
    </section>
  )
}
