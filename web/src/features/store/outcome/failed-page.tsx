import { CircleX, Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { Notice } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { outcomePage, trustedReason, type PaymentStatusReply } from '../shared/payment.ts'
import { maybePaidLate } from './next-look.ts'
import { DiscordActions, OutcomeFrame, SupportAction } from './outcome-frame.tsx'
import { OriginBadge, Summary } from './summary.tsx'
import { isFromDiscord, useOutcome } from './use-outcome.ts'

function Failed({ answer, reason }: { answer: PaymentStatusReply; reason: string | null }) {
  const { t } = useTranslation('result')
  return (
    <>
      <header className="grid justify-items-start gap-3">
        <CircleX aria-hidden size={40} className="text-bad" />
        <h1 className="text-xl font-bold tracking-tight">{t('failed.title')}</h1>
        <p className="text-muted">{t('failed.lead')}</p>
        {maybePaidLate(answer, Date.now()) && <p className="text-muted">{t('failed.late')}</p>}
        <OriginBadge payment={answer.payment} />
      </header>

      <Notice tone="bad">{answer.message ?? trustedReason(reason) ?? t('reason.default')}</Notice>
      <Summary answer={answer} />

      <div className="flex flex-wrap gap-3">
        {isFromDiscord(answer.payment) ? (
          <DiscordActions />
        ) : (
          <>
            <Link to={paths.checkout} className={buttonClass('primary')}>
              {t('action.again')}
            </Link>
            <Link to={paths.products} className={buttonClass()}>
              {t('action.shop')}
            </Link>
            <Link to={paths.orders} className={buttonClass()}>
              {t('action.orders')}
            </Link>
          </>
        )}
      </div>
    </>
  )
}

/** The money came and waits for the team: nobody is asked to pay again. */
function Held({ answer }: { answer: PaymentStatusReply }) {
  const { t } = useTranslation('result')
  return (
    <>
      <header className="grid justify-items-start gap-3">
        <Hourglass aria-hidden size={40} className="text-wait" />
        <h1 className="text-xl font-bold tracking-tight">{t('failed.heldTitle')}</h1>
        <p className="text-muted">{t('failed.heldLead')}</p>
        <OriginBadge payment={answer.payment} />
      </header>

      <Notice tone="wait">{answer.message}</Notice>
      <Summary answer={answer} />

      <div className="flex flex-wrap gap-3">
        <SupportAction />
        <Link to={paths.products} className={buttonClass()}>
          {t('action.shop')}
        </Link>
      </div>
    </>
  )
}

/** It was not paid: why, as the server says it, what it was about, and how to try again. */
export function Page() {
  const { t } = useTranslation('result')
  const { id, query, reason } = useOutcome()
  useTitle(t('failed.tab'))
  const page = query.data && outcomePage(query.data)

  // What was paid, sent back or still waits is not told as failed, whatever the link says.
  if (query.data && page && page !== 'failed')
    return (
      <Navigate
        replace
        to={paths.success({
          payment_id: page === 'success' ? query.data.payment.paymentId : page.replacedBy,
        })}
      />
    )

  return (
    <OutcomeFrame id={id} title={t('heading')} query={query}>
      {(answer) =>
        answer.payment.held ? <Held answer={answer} /> : <Failed answer={answer} reason={reason} />
      }
    </OutcomeFrame>
  )
}
