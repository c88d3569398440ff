import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ask, whileWatched } from '../../../api/queries.ts'
import { money } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { TimeLeft } from '../shared/time-left.tsx'

const useOpenPayment = () => useQuery(ask(ownApi.payments.pending, {}, whileWatched(15_000)))

/**
 * The open payment: amount, remaining time and a link to pay it. It can appear while the page is
 * read, so it has a place in which it moves nothing: beside the greeting, or at a small window's
 * foot.
 */
export function OpenPayment() {
  const { t } = useTranslation('account')
  const openPayment = useOpenPayment().data?.payment
  if (!openPayment) return null

  const { amount, currency, productName, expiresAt } = openPayment.payment

  return (
    <section aria-labelledby="open-payment" data-pay-bar className={barClass}>
      <div className="flex min-h-18 items-center justify-between gap-4 py-2">
        <div className="grid min-w-0">
          <h2 id="open-payment" className="text-sm leading-5 font-semibold">
            {t('payment.open')}
          </h2>

          <p className="flex min-w-0 items-baseline gap-x-3">
            <span className="price text-lg whitespace-nowrap">{money(amount, currency)}</span>
            <span className="truncate text-sm text-muted max-sm:hidden">{productName}</span>
            {expiresAt && <TimeLeft short until={expiresAt} />}
          </p>
        </div>

        <Link to={paths.checkout} className={buttonClass('primary', 'lg')}>
          {t('payment.pay')}
        </Link>
      </div>
    </section>
  )
}

const barClass =
  'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line ' +
  'max-lg:bg-ground max-lg:px-(--page-x) max-lg:pb-[env(safe-area-inset-bottom)] ' +
  'lg:rounded-lg lg:bg-surface lg:px-4'
