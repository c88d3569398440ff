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
import { useInvoice } from '../../shared/use-invoice.ts'
import { writeCoupon } from '../shared/coupon.ts'
import { isPaid, outcomePage, type PaymentStatusReply } from '../shared/payment.ts'
import { Band } from './band.tsx'
import { BlankOver } from './blank-over.tsx'
import { Keys } from './keys.tsx'
import { DiscordActions, OutcomeFrame } from './outcome-frame.tsx'
import { OriginBadge, Summary } from './summary.tsx'
import { isFromDiscord, useOutcome } from './use-outcome.ts'

/** Text key and values: where receipt and keys are sent. */
function leadText(keysByMail: boolean, order: string, email: string | undefined) {
  if (email === undefined)
    return [keysByMail ? 'success.leadMail' : 'success.lead', { order }] as const
  return [keysByMail ? 'success.leadMailTo' : 'success.leadTo', { order, email }] as const
}

/** Heading and text for the payment's state. */
function useOutcomeTexts({ status, owner, payment }: PaymentStatusReply): [string, string] {
  const { t } = useTranslation('result')
  const { keysByMail } = useSite().store
  if (status === 'refunded') return [t('success.refundedTitle'), t('success.refundedLead')]
  if (!isPaid(status)) return [t('success.pendingTitle'), t('success.pendingLead')]

  const paidText = owner
    ? t(...leadText(keysByMail, owner.orderNumber, payment.customer.email))
    : t('success.leadStranger')

  return [t('success.title', { name: payment.customer.name }), paidText]
}

/** Heading, text and origin of a payment, shown on the band. */
function OutcomeHeader({ answer }: { answer: PaymentStatusReply }) {
  const [title, text] = useOutcomeTexts(answer)

  return (
    <header className="grid gap-2">
      <h1 className="text-[clamp(2.25rem,1.6rem+3vw,3.5rem)] leading-none">{title}</h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          <Unbroken parts={orderNumbers}>{text}</Unbroken>
        </p>
        <OriginBadge payment={answer.payment} />
      </div>
    </header>
  )
}

/** Links in one row: the orders, the receipt, help, and the shop. */
function OrderLine({ owner, status }: Pick<PaymentStatusReply, 'status'> & { owner: OrderOwner }) {
  const { t } = useTranslation('result')
  const receipt = useInvoice(owner.orderId, t('errorReceipt'))
  const order = owner.orderNumber

  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <Link to={paths.orders} className={lineClass}>
        {t('action.orders')}
      </Link>
      {isPaid(status) && (
        <button type="button" onClick={receipt.save} className={lineClass}>
          {t('action.receipt')}
        </button>
      )}
      <OrderHelp
        className={lineClass}
        label={t('help.action')}
        subject={t('help.subject', { order })}
      />
      <Link to={paths.products} className={lineClass}>
        {t('action.continue')}
      </Link>
    </div>
  )
}

const lineClass = 'inline-flex min-h-11 items-center font-medium link'

type OrderOwner = NonNullable<PaymentStatusReply['owner']>

/** Advice for a problem with the order; the text contains the order number. */
function WhatIfWrong({ order, status }: { order: string; status: PaymentStatusReply['status'] }) {
  const { t } = useTranslation('result')
  return (
    <div className="grid gap-1">
      <h2 className="font-semibold">{t('help.title')}</h2>
      <p className="max-w-prose text-sm text-muted">
        <Unbroken>{t(status === 'pending' ? 'help.pending' : 'help.text', { order })}</Unbroken>
      </p>
    </div>
  )
}

/** Links without access to the order; a buyer from Discord gets support and registration. */
function WaysOn({ payment }: Pick<PaymentStatusReply, 'payment'>) {
  const { t } = useTranslation('result')
  if (isFromDiscord(payment)) return <DiscordActions />

  return (
    <>
      <Link to={paths.orders} className={buttonClass('primary')}>
        {t('action.orders')}
      </Link>
      <Link to={paths.products} className={buttonClass()}>
        {t('action.continue')}
      </Link>
    </>
  )
}

/** The keys over the band; before delivery a key blank with the reason. */
function OutcomeTop({ answer }: { answer: PaymentStatusReply }) {
  const { message, owner, status } = answer
  const header = <OutcomeHeader answer={answer} />
  if (owner && owner.units.length > 0)
    return (
      <>
        <div>
          <Band paid={isPaid(status)} className="pt-8 pb-4">
            {header}
          </Band>
          <Keys owner={owner} items={answer.cartItems} paid={isPaid(status)} />
        </div>
        {message && <TopMessage>{message}</TopMessage>}
      </>
    )

  if (status === 'pending') return <BlankOver message={message}>{header}</BlankOver>

  return (
    <>
      <Band paid={isPaid(status)} className="py-8">
        {header}
      </Band>
      {message && <TopMessage>{message}</TopMessage>}
    </>
  )
}

const TopMessage = ({ children }: { children: string }) => (
  <div className="page">
    <Notice tone="wait">{children}</Notice>
  </div>
)

function SuccessOutcome({ answer }: { answer: PaymentStatusReply }) {
  const { t } = useTranslation('result')
  const { payment, owner, status } = answer
  const isComplete = isPaid(status)
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
      <OutcomeTop answer={answer} />

      <div className="page">
        <div className="grid gap-8 border-t border-line pt-6 md:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] md:gap-12">
          <div className="grid content-start gap-4">
            {isOwner && status === 'pending' && (
              <Link
                to={paths.checkout}
                className={buttonClass('primary', 'lg', 'justify-self-start')}
              >
                {t('action.pay')}
              </Link>
            )}

            {owner && <WhatIfWrong order={owner.orderNumber} status={status} />}
            {owner && !isFromChat && <OrderLine owner={owner} status={status} />}
            {(!owner || isFromChat) && (
              <div className="flex flex-wrap gap-3">
                <WaysOn payment={payment} />
              </div>
            )}
          </div>

          <Summary answer={answer} />
        </div>
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
      {(answer) => <SuccessOutcome answer={answer} />}
    </OutcomeFrame>
  )
}
