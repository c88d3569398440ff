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

/** Where the receipt goes, and the keys where the shop sends them too. */
function leadOf(keysByMail: boolean, order: string, email: string | undefined) {
  if (email === undefined)
    return [keysByMail ? 'success.leadMail' : 'success.lead', { order }] as const
  return [keysByMail ? 'success.leadMailTo' : 'success.leadTo', { order, email }] as const
}

/** What became of the money, in a heading and a sentence. */
function Words({ answer }: { answer: PaymentStatusReply }) {
  const { t } = useTranslation('result')
  const { status, owner, payment } = answer
  const { keysByMail } = useSite().store
  const lead = owner
    ? t(...leadOf(keysByMail, owner.orderNumber, payment.customer.email))
    : t('success.leadStranger')
  let [title, text] = [t('success.pendingTitle'), t('success.pendingLead')]
  if (status === 'refunded') [title, text] = [t('success.refundedTitle'), t('success.refundedLead')]
  if (isPaid(status)) [title, text] = [t('success.title', { name: payment.customer.name }), lead]

  return (
    <>
      <h1 className="text-xl font-bold tracking-tight">{title}</h1>
      <p className="text-muted">
        <Unbroken parts={orderNumbers}>{text}</Unbroken>
      </p>
    </>
  )
}

/** A tick is for what is paid alone. */
function Sign({ status }: Pick<PaymentStatusReply, 'status'>) {
  if (isPaid(status)) return <Tick />

  const Icon = status === 'refunded' ? Undo2 : Hourglass

  return <Icon aria-hidden size={40} className="text-wait" />
}

/** What to do when something is wrong, with the order already named. */
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

function Paid({ answer }: { answer: PaymentStatusReply }) {
  const { t } = useTranslation('result')
  const { payment, owner } = answer
  const paid = isPaid(answer.status)
  const own = owner !== undefined
  const waits = own && answer.status === 'pending'
  const fromChat = isFromDiscord(payment)

  // The paid cart and its coupon are done with; the server has already opened a new cart. What was
  // bought in the chat had a cart of its own.
  useEffect(() => {
    if (paid && own && !fromChat) {
      resetCart()
      writeCoupon('')
    }
  }, [paid, own, fromChat])

  return (
    <>
      <header className="grid justify-items-start gap-3">
        <Sign status={answer.status} />
        <Words answer={answer} />
        <OriginBadge payment={payment} />
      </header>

      {answer.message && <Notice tone="wait">{answer.message}</Notice>}
      {owner && <Keys owner={owner} items={answer.cartItems} />}
      {owner && <WhatIfWrong order={owner.orderNumber} status={answer.status} />}
      <Summary answer={answer} />

      <div className="flex flex-wrap gap-3">
        {fromChat ? (
          <DiscordActions />
        ) : (
          <>
            {waits && (
              <Link to={paths.checkout} className={buttonClass('primary')}>
                {t('action.pay')}
              </Link>
            )}

            <Link to={paths.orders} className={buttonClass(waits ? 'plain' : 'primary')}>
              {t('action.orders')}
            </Link>
            <Link to={paths.products} className={buttonClass()}>
              {t('action.continue')}
            </Link>
          </>
        )}
      </div>
    </>
  )
}

/**
 * It is paid: who bought what, and to its owner the keys. A payment that failed after all goes to
 * its own page.
 */
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
      {(answer) => <Paid answer={answer} />}
    </OutcomeFrame>
  )
}
