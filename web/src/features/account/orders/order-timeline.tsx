import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import type { Order } from './order-lines.tsx'

/** Events of an order with their times. */
export function OrderTimeline({ timeline }: Pick<Order, 'timeline'>) {
  const { t } = useTranslation('account')
  return (
    <ol
      aria-label={t('timeline.title')}
      className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-4 text-sm"
    >
      {timeline.map(({ event, at }, index) => (
        <li key={event} className="flex items-baseline gap-2">
          <span
            aria-hidden
            className={
              index === timeline.length - 1
                ? 'size-2 rounded-full bg-accent'
                : 'size-2 rounded-full bg-edge'
            }
          />

          <span>{t(`timeline.${event}`)}</span>
          {at && <span className="text-muted">{date(at, 'moment')}</span>}
        </li>
      ))}
    </ol>
  )
}
