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

/** Links after a failed payment; a buyer from the chat returns to the chat. */
function WaysOn({ payment }: Pick<PaymentStatusReply, 'payment'>) {
  const { t } = useTranslation('result')
  if (isFromDiscord(payment)) return <DiscordActions />

  return (
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
  )
}

function FailedOutcome({ answer, reason }: { answer: PaymentStatusReply; reason: string | null }) {
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
        <WaysOn payment={answer.payment} />
      </div>
    </>
  )
}

/** The money arrived and waits for a review, so the buyer is not asked to pay again. */
function HeldOutcome({ answer }: { answer: PaymentStatusReply }) {
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

/** A failed payment: the server's reason, the order, and how to try again. */
export function Page() {
  const { t } = useTranslation('result')
  const { id, query, reason } = useOutcome()
  useTitle(t('failed.tab'))
  const targetPage = query.data && outcomePage(query.data)

  // A paid, refunded or pending payment is not shown as failed, whatever the link says.
  if (query.data && targetPage && targetPage !== 'failed')
    return (
      <Navigate
        replace
        to={paths.success({
          payment_id:
            targetPage === 'success' ? query.data.payment.paymentId : targetPage.replacedBy,
        })}
      />
    )

  return (
    <OutcomeFrame id={id} title={t('heading')} query={query}>
      {(answer) => {
        if (answer.payment.held) return <HeldOutcome answer={answer} />
        return <FailedOutcome answer={answer} reason={reason} />
      }}
    </OutcomeFrame>
  )
}
