import { Bitcoin, CreditCard, QrCode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Cart } from '../../../lib/cart.ts'
import { money } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useSite } from '../../../lib/site.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { CryptoPanel } from './crypto-panel.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PixPanel } from './pix-panel.tsx'
import { useCard } from './use-card.ts'
import { useCoupon } from './use-coupon.ts'
import { usePayment } from './use-payment.ts'
import { useResume } from './use-resume.ts'
import { useStart, type CryptoPayment, type PixPayment } from './use-start.ts'

export type Method = 'card' | 'pix' | 'crypto'

/** The chosen method, kept to what the cart's currency and the shop allow: another currency than BRL moves from PIX to card (S169). */
function useMethod(currency: string) {
  const { methods } = useSite().store
  const [chosen, setMethod] = useState<Method>('pix')
  const allowed: Record<Method, boolean> = {
    card: methods.card,
    pix: methods.pix && currency === 'BRL',
    crypto: methods.crypto,
  }
  const order: Method[] =
    chosen === 'pix' ? ['pix', 'card', 'crypto'] : [chosen, 'card', 'pix', 'crypto']
  return { method: order.find((method) => allowed[method]) ?? 'card', allowed, setMethod }
}

function Methods({
  method,
  allowed,
  currency,
  onChange,
}: {
  method: Method
  allowed: Record<Method, boolean>
  currency: string
  onChange(method: Method): void
}) {
  const { t } = useTranslation('checkout')
  return (
    <Segmented
      legend={t('method.legend')}
      value={method}
      onChange={onChange}
      options={[
        {
          value: 'card',
          label: t('method.card'),
          icon: <CreditCard aria-hidden size={20} />,
          disabled: !allowed.card,
        },
        {
          value: 'pix',
          label: 'PIX',
          hint: currency === 'BRL' ? undefined : t('method.pixOnlyBrl'),
          icon: <QrCode aria-hidden size={20} />,
          disabled: !allowed.pix,
        },
        {
          value: 'crypto',
          label: t('method.crypto'),
          icon: <Bitcoin aria-hidden size={20} />,
          disabled: !allowed.crypto,
        },
      ]}
    />
  )
}

/** The terms, with the reason of a disabled pay button beside it (Q68). */
function Terms({ accepted, onChange }: { accepted: boolean; onChange(accepted: boolean): void }) {
  const { t } = useTranslation('checkout')
  return (
    <div>
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

/** Summary, method, terms and the one button; the panels stand beside it so that closing one does not stop the watch. */
export function CheckoutForm({ cart }: { cart: Cart }) {
  const { t } = useTranslation('checkout')
  const coupon = useCoupon(cart)
  const currency = coupon.priced?.currency ?? cart.currency
  const total = coupon.priced?.finalTotal ?? cart.total
  const { method, allowed, setMethod } = useMethod(currency)
  const [termsAccepted, setTermsAccepted] = useState(false)
  const [panel, setPanel] = useState<Method | null>(null)
  const start = useStart({ cartId: cart.id, coupon: coupon.applied, termsAccepted })
  const pix = usePayment<PixPayment>('efybank', t('pix.error'))
  const crypto = usePayment<CryptoPayment>('binance', t('crypto.error'))
  const card = useCard(start.card)
  useResume({
    ready: coupon.priced !== null,
    total,
    resumePix: (open) => {
      setMethod('pix')
      pix.resume(open)
      setPanel('pix')
    },
    resumeCrypto: (open) => {
      setMethod('crypto')
      crypto.resume(open)
      setPanel('crypto')
    },
  })

  const amountText = money(total, currency)
  const watched = method === 'pix' ? pix.phase : method === 'crypto' ? crypto.phase : null
  const blocked = !termsAccepted || (watched !== null && watched.at !== 'idle')
  const free = total === 0 && coupon.priced !== null
  useEffect(() => {
    card.clear()
  }, [method]) // eslint-disable-line

  function pay(): void {
    if (!termsAccepted) return
    // With nothing to pay no method is needed: the card's call completes it without asking for a CPF or a coin (Q59).
    if (method === 'card' || (free && allowed.card)) void card.pay()
    else setPanel(method)
  }

  return (
    <div className="grid items-start gap-6 md:grid-cols-[1.1fr_1fr]">
      <div className="md:order-2">
        <OrderSummary cart={cart} coupon={coupon} total={total} />
      </div>
      <Card className="grid gap-5">
        <Methods method={method} allowed={allowed} currency={currency} onChange={setMethod} />
        <p className="text-sm text-muted">{t(`method.${method}Hint`)}</p>
        {watched && watched.at === 'waiting' ? (
          <Button look="plain" onClick={() => setPanel(method)}>
            {t('pay.reopen')}
          </Button>
        ) : null}
        <Terms accepted={termsAccepted} onChange={setTermsAccepted} />
        {card.error ? <Notice tone="bad">{card.error}</Notice> : null}
        <Button
          look="primary"
          size="lg"
          disabled={blocked}
          busy={card.busy}
          aria-describedby={termsAccepted ? undefined : 'terms-hint'}
          onClick={pay}
        >
          {free ? t('pay.free') : t(`pay.${method}`, { amount: amountText })}
        </Button>
      </Card>
      <PixPanel
        open={panel === 'pix'}
        onClose={() => setPanel(null)}
        payment={pix}
        amountText={amountText}
        onGenerate={(cpf) => {
          void pix.begin(() => start.pix(cpf))
        }}
      />
      <CryptoPanel
        open={panel === 'crypto'}
        onClose={() => setPanel(null)}
        payment={crypto}
        amountText={amountText}
        onGenerate={(coin) => {
          void crypto.begin(() => start.crypto(coin))
        }}
      />
    </div>
  )
}
