import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CryptoSheet } from './crypto-sheet.tsx'
import type { CardPage } from './live-payment.ts'
import { PixSheet } from './pix-sheet.tsx'
import { Sheet } from './sheet.tsx'
import type { LivePayment } from './use-live-payment.ts'
import { PaymentWaiting } from './waiting.tsx'

/** Link back to the hosted card page, with the state of the payment. */
function CardSheet({
  page,
  payment,
  title,
}: {
  page: CardPage
  payment: LivePayment
  title: string
}) {
  const { t } = useTranslation('checkout')
  return (
    <Sheet
      title={title}
      message={payment.message}
      foot={<PaymentWaiting payment={payment} paidLabel={t('card.paid')} />}
    >
      <p className="price text-[1.75rem] leading-8">{money(page.amount, page.currency)}</p>
      <p className="text-sm text-muted">{t('card.open')}</p>
      <a href={page.url} className={buttonClass('primary', 'lg')}>
        {t('card.back')}
      </a>
    </Sheet>
  )
}

/** A payable payment whose cart is gone, for example because its product was removed. */
export function OpenPaymentCard({ payment }: { payment: LivePayment }) {
  const { t } = useTranslation('checkout')
  const { open } = payment
  if (!open) return null

  const sheetTitle = t('open.title')

  return (
    <div className="mx-auto w-full max-w-xl">
      {open.method === 'card' && (
        <CardSheet page={open.card} payment={payment} title={sheetTitle} />
      )}
      <OpenSheet payment={payment} title={sheetTitle} />
    </div>
  )
}

/** Sheet of an open PIX or crypto payment; `act` leads back to the methods. */
export function OpenSheet({
  payment,
  title,
  act,
}: {
  payment: LivePayment
  title?: string
  act?: ReactNode
}) {
  const { open } = payment
  const sheetProps = { payment, act, ...(title && { title }) }
  if (open?.method === 'pix') return <PixSheet pix={open.pix} {...sheetProps} />
  if (open?.method === 'crypto') return <CryptoSheet deposit={open.crypto} {...sheetProps} />

  return null
}

/** Says which payment is open if it does not match the current cart. */
export function OtherPaymentNotice({ open }: { open: NonNullable<LivePayment['open']> }) {
  const { t } = useTranslation('checkout')
  return (
    <Notice tone="wait">
      {t('open.other', {
        amount: money(open.amount, open.currency),
        method: t(`open.by.${open.method}`),
      })}
    </Notice>
  )
}

/**
 * Link back to the open payment. For a payment with another method or amount, a notice says that
 * the next start cancels it. CardLine covers an unpaid card payment for the current cart.
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
  if (!open || (current && open.method === 'card')) return null

  // For the current cart this is the primary action, and the pay button is disabled.
  const buttonLook = current ? 'primary' : 'plain'

  return (
    <div className="grid gap-2">
      {!current && <OtherPaymentNotice open={open} />}

      {open.method === 'card' && (
        <a href={open.card.url} className={buttonClass(buttonLook, 'md', 'text-center')}>
          {t('pay.reopen')}
        </a>
      )}

      {open.method !== 'card' && (
        <Button look={buttonLook} onClick={onOpen}>
          {t('pay.reopen')}
        </Button>
      )}
    </div>
  )
}
