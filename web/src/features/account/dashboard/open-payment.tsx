import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ask, whileWatched } from '../../../api/queries.ts'
import { money } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { TimeLeft } from '../shared/time-left.tsx'

export const useOpenPayment = () => useQuery(ask(ownApi.payments.pending, {}, whileWatched(15_000)))

/** The open payment: amount, remaining time and a link to pay it. */
export function OpenPayment() {
  const { t } = useTranslation('account')
  const openPayment = useOpenPayment().data?.payment
  if (!openPayment) return null

  const { amount, currency, productName, expiresAt } = openPayment.payment

  return (
    <section
      aria-labelledby="open-payment"
      className="flex flex-wrap items-center justify-between gap-4 rounded-lg bg-surface p-4 sm:p-6"
    >
      <div className="grid min-w-0 gap-1">
        <h2 id="open-payment" className="font-semibold">
          {t('payment.open')}
        </h2>

        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="price text-[1.75rem] leading-[1.875rem] whitespace-nowrap">
            {money(amount, currency)}
          </span>
          <span className="min-w-0 text-sm text-muted">{productName}</span>
        </p>

        {expiresAt && <TimeLeft until={expiresAt} />}
      </div>

      <Link to={paths.checkout} className={buttonClass('primary', 'lg', 'max-sm:w-full')}>
        {t('payment.pay')}
      </Link>
    </section>
  )
}
