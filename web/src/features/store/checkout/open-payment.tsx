import { useTranslation } from 'react-i18next'
import { money } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CryptoDeposit } from './crypto-panel.tsx'
import type { CardPage } from './live-payment.ts'
import { PixCharge } from './pix-panel.tsx'
import type { LivePayment } from './use-live-payment.ts'
import { Waiting } from './waiting.tsx'

/** The way back to the card's hosted page, and the watch over it. */
function CardWait({ page, payment }: { page: CardPage; payment: LivePayment }) {
  const { t } = useTranslation('checkout')
  return (
    <div className="grid gap-4">
      <p className="text-lg font-bold text-warm">{money(page.amount, page.currency)}</p>
      <p className="text-sm text-muted">{t('card.open')}</p>
      <a href={page.url} className={buttonClass('primary', 'lg')}>
        {t('card.back')}
      </a>
      <Waiting {...payment} paidLabel={t('card.paid')} />
    </div>
  )
}

/**
 * A payment that can be paid although its cart is gone, e.g. because the shop took the product away
 * meanwhile.
 */
export function OpenPaymentCard({ payment }: { payment: LivePayment }) {
  const { t } = useTranslation('checkout')
  const { open } = payment
  if (!open) return null
  return (
    <Card className="mx-auto grid w-full max-w-md gap-5">
      <h2 className="font-semibold">{t('open.title')}</h2>
      {open.method === 'pix' ? <PixCharge pix={open.pix} payment={payment} /> : null}
      {open.method === 'crypto' ? <CryptoDeposit deposit={open.crypto} payment={payment} /> : null}
      {open.method === 'card' ? <CardWait page={open.card} payment={payment} /> : null}
    </Card>
  )
}

/**
 * Says which payment is under way and opens it; one for another method or amount is cancelled by
 * the next start, and says so.
 */
export function OpenPaymentNotice({
  payment,
  current,
  onOpen,
}: {
  payment: LivePayment
  current: boolean
  onOpen(): void
}) {
  const { t } = useTranslation('checkout')
  const { open } = payment
  if (!open) return null
  // For what the cart holds and costs now it is the way on, and the pay button rests.
  const look = current ? 'primary' : 'plain'
  return (
    <div className="grid gap-2">
      {current ? null : (
        <Notice tone="wait">
          {t('open.other', {
            amount: money(open.amount, open.currency),
            method: t(`open.by.${open.method}`),
          })}
        </Notice>
      )}
      {open.method === 'card' ? (
        <a href={open.card.url} className={buttonClass(look, 'md', 'text-center')}>
          {t('pay.reopen')}
        </a>
      ) : (
        <Button look={look} onClick={onOpen}>
          {t('pay.reopen')}
        </Button>
      )}
    </div>
  )
}
