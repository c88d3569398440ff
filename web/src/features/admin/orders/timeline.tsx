import { useTranslation } from 'react-i18next'

import { moneyOfCents } from '../../../i18n/format.ts'
import { When } from '../components/when.tsx'
import type { FullOrder } from '../shared/rows.ts'
import { useStoryWords } from '../shared/story-words.ts'

type Moment = FullOrder['timeline'][number]

/** Details of an event that the timeline shows: reason, proof and amount. */
export function worthSaying(
  details: Moment['details'],
  currency: string,
  why: (reason: string) => string,
): string[] {
  const textOrNull = (value: unknown) => (typeof value === 'string' && value ? [value] : [])
  const loggedCents = [details.receivedCents, details.amountCents].find(
    (value) => typeof value === 'number',
  )

  return [
    ...(loggedCents === undefined ? [] : [moneyOfCents(loggedCents as number, currency)]),
    ...textOrNull(details.reason).map(why),
    ...textOrNull(details.note).map(why),
    ...textOrNull(details.reference),
    ...textOrNull(details.failure),
    ...textOrNull(details.problem),
    ...textOrNull(details.ip),
  ]
}

/** Events of an order and its payments, oldest first, with actor and source. */
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
                <When at={moment.createdAt} /> ·{' '}
                {[moment.performedBy?.name, from(moment.source)].filter(Boolean).join(' · ')}
              </span>

              {worthSaying(moment.details, currency, why).length > 0 && (
                <span className="text-xs wrap-anywhere text-muted">
                  {worthSaying(moment.details, currency, why).join(' · ')}
                </span>
              )}
            </li>
          ))}
      </ol>
    </section>
  )
}
