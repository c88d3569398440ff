import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { money } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import type { Cart } from '../../../state/cart.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { isTooMany } from '../cart/quantity.tsx'
import { CryptoPanel } from './crypto-panel.tsx'
import { linesKey, type Method } from './live-payment.ts'
import { Methods, useMethod } from './methods.tsx'
import { OpenPaymentNotice } from './open-payment.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PixPanel } from './pix-panel.tsx'
import { useCoupon, type CouponState } from './use-coupon.ts'
import { useFailedRedirect, type LivePayment } from './use-live-payment.ts'
import { useStart } from './use-start.ts'

/** The terms, with the reason of a disabled pay button beside it (Q68). */
function Terms({ accepted, onChange }: { accepted: boolean; onChange(accepted: boolean): void }) {
  const { t } = useTranslation('checkout')
  return (
    <div className="grid gap-1">
      <Checkbox checked={accepted} onChange={(event) => onChange(event.target.checked)}>
        {t('terms.before')}
        <Link to={paths.terms} target="_blank" className="font-medium underline">
          {t('terms.link')}
        </Link>
        {t('terms.after')}
      </Checkbox>
      {accepted ? null : (
        <p id="terms-hint" className="text-sm text-muted">
          {t('terms.required')}
        </p>
      )}
    </div>
  )
}

/** `fresh` asks for a new charge, also where an older one is still open. */
type Panel = { method: Method; fresh: boolean } | null

/** Whether the open payment is for exactly what the cart holds and costs now. */
function useMatches(cart: Cart, coupon: CouponState, payment: LivePayment) {
  const { open } = payment
  const total = coupon.priced?.finalTotal ?? cart.total
  const lines = linesKey(cart.items)
  return { total, lines, matches: open !== null && open.amount === total && open.lines === lines }
}

/**
 * Which panel shows; a payment that is found again after a reload, or that another tab began, shows
 * by itself, but takes nobody away from a method he has just chosen.
 */
function usePanel(payment: LivePayment, setMethod: (method: Method) => void) {
  const [panel, setPanel] = useState<Panel>(null)
  const shown = useRef('')
  const chose = useRef(false)
  const { open, failure } = payment
  // Before anything is drawn: a button must not turn into another one under somebody's finger.
  useLayoutEffect(() => {
    // What failed while it was watched still shows its words; what went without any closes its
    // panel.
    if (!open) return setPanel((now) => (now?.fresh || failure ? now : null))
    if (shown.current === open.paymentId) return
    shown.current = open.paymentId
    if (chose.current && !panel) return
    setMethod(open.method)
    setPanel(open.method === 'card' ? null : { method: open.method, fresh: false })
  }, [open, failure, panel, setMethod])
  const choose = (method: Method) => {
    chose.current = true
    setMethod(method)
  }
  return { panel, setPanel, choose }
}

/**
 * Why paying failed, unless its open panel says so, and that a line holds more than may be bought.
 */
function Refusals({
  failure,
  panel,
  tooMany,
}: {
  failure: LivePayment['failure']
  panel: Panel
  tooMany: boolean
}) {
  const { t } = useTranslation('checkout')
  return (
    <>
      {failure && panel?.method !== failure.method ? (
        <Notice tone="bad">{failure.text}</Notice>
      ) : null}
      {tooMany ? <Notice tone="bad">{t('cart.tooMany')}</Notice> : null}
    </>
  )
}

/** The one button; it is off until the terms are accepted, and says where that is told. */
function PayButton({
  text,
  termsAccepted,
  blocked,
  busy,
  onClick,
}: {
  text: string
  termsAccepted: boolean
  blocked: boolean
  busy: boolean
  onClick(): void
}) {
  return (
    <Button
      look="primary"
      size="lg"
      disabled={blocked || !termsAccepted}
      busy={busy}
      aria-describedby={termsAccepted ? undefined : 'terms-hint'}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}

/**
 * Summary, method, terms and the one button; the panels stand beside it so that closing one does
 * not stop the watch.
 */
export function CheckoutForm({ cart, payment }: { cart: Cart; payment: LivePayment }) {
  const { t } = useTranslation('checkout')
  const coupon = useCoupon(cart)
  const currency = coupon.priced?.currency ?? cart.currency
  const { total, lines, matches } = useMatches(cart, coupon, payment)
  const { method, allowed, setMethod } = useMethod(currency)
  const [termsAccepted, setTermsAccepted] = useState(false)
  const { panel, setPanel, choose } = usePanel(payment, setMethod)
  const start = useStart({ cartId: cart.id, coupon: coupon.applied, termsAccepted, lines })

  const amountText = money(total, currency)
  const free = total === 0 && coupon.priced !== null
  const current = matches && payment.open?.method === method
  const tooMany = cart.items.some(isTooMany)
  const { failure, tryAgain } = payment
  // Whoever is about to pay in another way is not led away from it because an older payment ran
  // out.
  useFailedRedirect(failure?.method === method ? failure : null)
  useEffect(() => {
    tryAgain()
    // oxlint-disable-next-line react/exhaustive-deps -- another method is another try
  }, [method])

  function pay(): void {
    if (!termsAccepted || tooMany) return
    // With nothing to pay no method is needed: the card's call completes it without asking for a
    // CPF or a coin (Q59).
    if (method === 'card' || (free && allowed.card)) void payment.begin('card', start.card)
    else setPanel({ method, fresh: !matches })
  }
  const phaseIn = (of: Method) =>
    payment.phase(of, panel?.method === of && !panel.fresh ? payment.open?.method === of : matches)
  const panelProps = (of: Method) => ({
    open: panel?.method === of,
    onClose: () => setPanel(null),
    payment,
    phase: phaseIn(of),
    amountText,
    onChangeOrder: () => {
      tryAgain()
      setPanel(null)
    },
  })

  return (
    <div className="grid items-start gap-6 md:grid-cols-[1.1fr_1fr]">
      <div className="md:order-2">
        <OrderSummary cart={cart} coupon={coupon} total={total} />
      </div>
      <Card className="grid gap-5">
        <Methods method={method} allowed={allowed} currency={currency} onChange={choose} />
        <p className="text-sm text-muted">{t(`method.${method}Hint`)}</p>
        <OpenPaymentNotice
          payment={payment}
          current={current}
          onOpen={() => setPanel({ method: payment.open!.method, fresh: false })}
        />
        <Terms accepted={termsAccepted} onChange={setTermsAccepted} />
        <Refusals failure={failure} panel={panel} tooMany={tooMany} />
        <PayButton
          text={free ? t('pay.free') : t(`pay.${method}`, { amount: amountText })}
          termsAccepted={termsAccepted}
          blocked={tooMany || payment.starting !== null || (current && method !== 'card')}
          busy={payment.starting === 'card'}
          onClick={pay}
        />
      </Card>
      <PixPanel
        {...panelProps('pix')}
        onGenerate={(cpf) => void payment.begin('pix', () => start.pix(cpf))}
      />
      <CryptoPanel
        {...panelProps('crypto')}
        onGenerate={(coin) => void payment.begin('crypto', () => start.crypto(coin))}
      />
    </div>
  )
}
