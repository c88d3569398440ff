import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { outcomePage, trustedReason, type PaymentStatusReply } from '../shared/payment.ts'
import { BlankOver } from './blank-over.tsx'
import { maybePaidLate } from './next-look.ts'
import { DiscordActions, OutcomeFrame, SupportAction } from './outcome-frame.tsx'
import { OriginBadge, Summary } from './summary.tsx'
import { isFromDiscord, useOutcome } from './use-outcome.ts'

/** Links after a failed payment; a buyer from Discord gets support and registration. */
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

/** The lines of a band: what happened, what it means, and where the purchase was made. */
function BandTexts({
  title,
  texts,
  payment,
}: Pick<PaymentStatusReply, 'payment'> & { title: string; texts: readonly string[] }) {
  return (
    <header className="grid justify-items-start gap-2">
      <h1 className="text-[clamp(2.25rem,1.6rem+3vw,3.5rem)] leading-none">{title}</h1>
      {texts.map((text) => (
        <p key={text} className="max-w-prose">
          {text}
        </p>
      ))}
      <OriginBadge payment={payment} />
    </header>
  )
}

/** The part below the key blank: links onward, and the order. */
function Beneath({ answer, children }: { answer: PaymentStatusReply; children: ReactNode }) {
  return (
    <div className="page grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] md:gap-12">
      <div className="flex flex-wrap content-start gap-3">{children}</div>
      <Summary answer={answer} />
    </div>
  )
}

function FailedOutcome({ answer, reason }: { answer: PaymentStatusReply; reason: string | null }) {
  const { t } = useTranslation('result')
  const lateText = maybePaidLate(answer, Date.now()) ? [t('failed.late')] : []

  return (
    <>
      <BlankOver urgent message={answer.message ?? trustedReason(reason) ?? t('reason.default')}>
        <BandTexts
          title={t('failed.title')}
          texts={[t('failed.lead'), ...lateText]}
          payment={answer.payment}
        />
      </BlankOver>

      <Beneath answer={answer}>
        <WaysOn payment={answer.payment} />
      </Beneath>
    </>
  )
}

/** The money arrived and waits for a review, so the buyer is not asked to pay again. */
function HeldOutcome({ answer }: { answer: PaymentStatusReply }) {
  const { t } = useTranslation('result')
  return (
    <>
      <BlankOver message={answer.message}>
        <BandTexts
          title={t('failed.heldTitle')}
          texts={[t('failed.heldLead')]}
          payment={answer.payment}
        />
      </BlankOver>

      <Beneath answer={answer}>
        <SupportAction />
        <Link to={paths.products} className={buttonClass()}>
          {t('action.shop')}
        </Link>
      </Beneath>
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
