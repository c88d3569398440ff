import { useTranslation } from 'react-i18next'

import { moneyOfCents } from '../../../i18n/format.ts'
import { StoryMoment } from '../shared/audit-entry.tsx'
import type { FullOrder } from '../shared/rows.ts'
import { useStoryWords } from '../shared/story-words.ts'

type Moment = FullOrder['timeline'][number]

/** What of a moment's details is worth a line: why, what proves it, and how much. */
export function worthSaying(
  details: Moment['details'],
  currency: string,
  why: (reason: string) => string,
): string[] {
  const text = (value: unknown) => (typeof value === 'string' && value ? [value] : [])
  const cents = [details.receivedCents, details.amountCents].find(
    (value) => typeof value === 'number',
  )

  return [
    ...(cents === undefined ? [] : [moneyOfCents(cents as number, currency)]),
    ...text(details.reason).map(why),
    ...text(details.remark).map(why),
    ...text(details.note).map(why),
    ...text(details.reference),
    ...text(details.failure),
    ...text(details.problem),
    ...text(details.ip),
  ]
}

/**
 * The story of an order and its payments, oldest first: what happened, when, by whom, and where the
 * shop heard of it.
 */
export function Timeline({ moments, currency }: { moments: readonly Moment[]; currency: string }) {
  const { t } = useTranslation('admin')
  const { happened, why, from } = useStoryWords()

  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold text-muted">{t('adminOrders.timeline')}</h3>

      <ol className="grid gap-3">
        {moments
          .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
          .map((moment, index) => (
            <li key={index} className="grid gap-0.5 border-l-2 border-line pl-3 text-sm">
              <span className="font-medium">{happened(moment.action)}</span>
              <span className="text-xs text-muted">
                <StoryMoment at={moment.createdAt} /> ·{' '}
                {[moment.performedBy?.name, from(moment.source)].filter(Boolean).join(' · ')}
              </span>

              {worthSaying(moment.details, currency, why).length ? (
                <span className="text-xs wrap-anywhere text-muted">
                  {worthSaying(moment.details, currency, why).join(' · ')}
                </span>
              ) : null}
            </li>
          ))}
      </ol>
    </section>
  )
}
