import { Hourglass, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { resetCart } from '../../../state/cart.ts'
import { useSite } from '../../../state/site.ts'
import { Notice } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { orderNumbers, Unbroken } from '../../../ui/unbroken.tsx'
import { OrderHelp } from '../../shared/help.tsx'
import { writeCoupon } from '../shared/coupon.ts'
import { isPaid, outcomePage, type PaymentStatusReply } from '../shared/payment.ts'
import { Keys } from './keys.tsx'
import { DiscordActions, OutcomeFrame } from './outcome-frame.tsx'
import { OriginBadge, Summary } from './summary.tsx'
import { Tick } from './tick.tsx'
import { isFromDiscord, useOutcome } from './use-outcome.ts'

/** Text key and values: where receipt and keys are sent. */
function leadText(keysByMail: boolean, order: string, email: string | undefined) {
  if (email === undefined)
    return [keysByMail ? 'success.leadMail' : 'success.lead', { order }] as const
  return [keysByMail ? 'success.leadMailTo' : 'success.leadTo', { order, email }] as const
}

/** Heading and text for the payment's state. */
function OutcomeTexts({ answer }: { answer: PaymentStatusReply }) {
  const { t } = useTranslation('result')
  const { status, owner, payment } = answer
  const { keysByMail } = useSite().store
  const paidText = owner
    ? t(...leadText(keysByMail, owner.orderNumber, payment.customer.email))
    : t('success.leadStranger')
  let [title, text] = [t('success.pendingTitle'), t('success.pendingLead')]
  if (status === 'refunded') [title, text] = [t('success.refundedTitle'), t('success.refundedLead')]
  if (isPaid(status))
    [title, text] = [t('success.title', { name: payment.customer.name }), paidText]

  return (
    <>
      <h1 className="text-xl font-bold tracking-tight">{title}</h1>
      <p className="text-muted">
        <Unbroken parts={orderNumbers}>{text}</Unbroken>
      </p>
    </>
  )
}

/** Only a paid order gets a tick. */
function OutcomeIcon({ status }: Pick<PaymentStatusReply, 'status'>) {
  if (isPaid(status)) return <Tick />

  const StateIcon = status === 'refunded' ? Undo2 : Hourglass

  return <StateIcon aria-hidden size={40} className="text-wait" />
}

/** Help with the order, which is named in the message. */
function WhatIfWrong({ order, status }: { order: string; status: PaymentStatusReply['status'] }) {
  const { t } = useTranslation('result')
  return (
    <section className="grid gap-3 border-y border-line py-5">
      <h2 className="font-semibold">{t('help.title')}</h2>
      <p className="text-sm text-muted">
        <Unbroken>{t(status === 'pending' ? 'help.pending' : 'help.text', { order })}</Unbroken>
      </p>
      <div className="flex">
        <OrderHelp label={t('help.action')} subject={t('help.subject', { order })} />
      </div>
    </section>
  )
}

/** Links after an order; a buyer from the chat returns to the chat. */
function WaysOn({ payment, mayPay }: Pick<PaymentStatusReply, 'payment'> & { mayPay: boolean }) {
  const { t } = useTranslation('result')
  if (isFromDiscord(payment)) return <DiscordActions />

  return (
    <>
      {mayPay && (
        <Link to={paths.checkout} className={buttonClass('primary')}>
          {t('action.pay')}
        </Link>
      )}

      <Link to={paths.orders} className={buttonClass(mayPay ? 'plain' : 'primary')}>
        {t('action.orders')}
      </Link>
      <Link to={paths.products} className={buttonClass()}>
        {t('action.continue')}
      </Link>
    </>
  )
}

function PaidOutcome({ answer }: { answer: PaymentStatusReply }) {
  const { payment, owner } = answer
  const isComplete = isPaid(answer.status)
  const isOwner = owner !== undefined
  const isFromChat = isFromDiscord(payment)

  // Clears the paid cart and its coupon, since the server has opened a new cart. A purchase in the
  // chat used another cart.
  useEffect(() => {
    if (isComplete && isOwner && !isFromChat) {
      resetCart()
      writeCoupon('')
    }
  }, [isComplete, isOwner, isFromChat])

  return (
    <>
      <header className="grid justify-items-start gap-3">
        <OutcomeIcon status={answer.status} />
        <OutcomeTexts answer={answer} />
        <OriginBadge payment={payment} />
      </header>

      {answer.message && <Notice tone="wait">{answer.message}</Notice>}
      {owner && <Keys owner={owner} items={answer.cartItems} />}
      {owner && <WhatIfWrong order={owner.orderNumber} status={answer.status} />}
      <Summary answer={answer} />

      <div className="flex flex-wrap gap-3">
        <WaysOn payment={payment} mayPay={isOwner && answer.status === 'pending'} />
      </div>
    </>
  )
}

/** A paid order: summary, and keys for its owner. A failed payment redirects to its own page. */
export function Page() {
  const { t } = useTranslation('result')
  const { id, query } = useOutcome()
  useTitle(t('success.tab'))

  if (query.data && outcomePage(query.data) !== 'success')
    return (
      <Navigate
        replace
        to={paths.failed({
          payment_id: query.data.payment.paymentId,
          reason: query.data.message ?? t('reason.default'),
        })}
      />
    )

  return (
    <OutcomeFrame id={id} title={t('heading')} query={query}>
      {(answer) => <PaidOutcome answer={answer} />}
    </OutcomeFrame>
  )
}
