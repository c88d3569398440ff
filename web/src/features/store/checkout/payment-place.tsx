import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { BuyerName } from './buyer-name.tsx'
import { Coins } from './coins.tsx'
import { CpfField } from './cpf-field.tsx'
import { Methods } from './methods.tsx'
import { OpenPaymentNotice, OpenSheet, OtherPaymentNotice } from './open-payment.tsx'
import type { Checkout } from './use-checkout.ts'
import type { LivePayment } from './use-live-payment.ts'
import { FailedView } from './waiting.tsx'

type PaymentPlaceProps = { checkout: Checkout; payment: LivePayment; onChangeOrder(): void }

/** Shows the failure instead of the payment, with the possible next steps. */
function FailedPlace({ checkout, payment, onChangeOrder }: PaymentPlaceProps) {
  const { t } = useTranslation('checkout')
  const { failed, form, pay } = checkout
  if (!failed) return null

  return (
    <Card role="region" aria-label={t(failed.method === 'pix' ? 'pix.title' : 'crypto.title')}>
      <FailedView failure={failed} onTryAgain={payment.tryAgain} onChangeOrder={onChangeOrder}>
        {failed.paymentId && (form.usesKept || form.cpf) && form.termsAccepted && (
          <Button look="primary" onClick={pay}>
            {t('pix.newCode')}
          </Button>
        )}
      </FailedView>
    </Card>
  )
}

/** The open payment, with a button back to the methods. */
function OpenPlace({ checkout, payment }: Omit<PaymentPlaceProps, 'onChangeOrder'>) {
  const { t } = useTranslation('checkout')
  const { open } = payment
  const { coupon, currency, matches, place, total } = checkout

  return (
    <div className="grid gap-3">
      {open && !matches && coupon.priced && (
        <>
          <OtherPaymentNotice open={open} />
          <Button onClick={place.leave}>
            {t('open.instead', { amount: money(total, currency) })}
          </Button>
        </>
      )}

      <OpenSheet
        key={open?.paymentId}
        payment={payment}
        act={
          <Button look="ghost" size="sm" className="-mx-3" onClick={place.leave}>
            {t('pay.change')}
          </Button>
        }
      />
    </div>
  )
}

/** Payment methods, or the payment once it is started. */
export function PaymentPlace(props: PaymentPlaceProps) {
  const { checkout, payment } = props
  const { form, method, allowed, asCard, currency, place, current } = checkout
  if (checkout.failed) return <FailedPlace {...props} />
  if (place.sheet) return <OpenPlace checkout={checkout} payment={payment} />

  return (
    <div className="grid gap-5">
      <OpenPaymentNotice payment={payment} current={current} onOpen={place.reopen} />
      <BuyerName form={form} onSubmit={checkout.pay} />

      <Methods
        method={method}
        allowed={allowed}
        currency={currency}
        onChange={place.choose}
        fields={
          asCard
            ? {}
            : {
                pix: (
                  <CpfField
                    form={form}
                    refused={checkout.wrongCpf}
                    onType={() => {
                      if (checkout.wrongCpf) payment.tryAgain()
                    }}
                    onSubmit={checkout.pay}
                  />
                ),
                crypto: <Coins coin={form.coin} onChange={form.setCoin} />,
              }
        }
      />
    </div>
  )
}
