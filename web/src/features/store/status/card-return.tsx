import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { Notice } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { cutSessionId, isFailed, isPaid, paymentQuery, usePayment } from '../shared/payment.ts'

/** Return page of the hosted card page: polls until the outcome is known, then redirects (Q61). */
export function CardReturn({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation(['status', 'result'])
  const sessionPaymentId = cutSessionId(sessionId)
  const { data, isError } = usePayment(paymentQuery('stripe', sessionPaymentId))
  useTitle(t('status:card.title'))
  if (isPaid(data?.status) || data?.status === 'refunded')
    return <Navigate to={paths.success({ session_id: sessionPaymentId })} replace />

  if (isFailed(data?.status))
    return (
      <Navigate
        to={paths.failed({
          session_id: sessionPaymentId,
          reason: data?.message ?? t('result:reason.default'),
        })}
        replace
      />
    )

  return (
    <div className="page grid max-w-xl flex-1 content-center justify-items-center gap-5 py-16 text-center">
      <Spinner className="text-muted" />
      <h1 className="text-xl">{t('status:card.title')}</h1>
      <p role="status" className="text-muted">
        {t('status:card.text')}
      </p>
      {isError && <Notice tone="wait">{t('status:card.error')}</Notice>}
      <Link to={paths.orders} className={buttonClass('plain')}>
        {t('status:card.orders')}
      </Link>
    </div>
  )
}
