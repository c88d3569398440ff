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
import { Waiting } from './waiting.tsx'

/** The way back to the card's hosted page, and the watch over it. */
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
    <Sheet title={title} foot={<Waiting {...payment} paidLabel={t('card.paid')} />}>
      <p className="text-xl font-bold text-warm">{money(page.amount, page.currency)}</p>
      <p className="text-sm text-muted">{t('card.open')}</p>
      <a href={page.url} className={buttonClass('primary', 'lg')}>
        {t('card.back')}
      </a>
    </Sheet>
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

  const title = t('open.title')

  return (
    <div className="mx-auto w-full max-w-xl">
      {open.method === 'card' ? (
        <CardSheet page={open.card} payment={payment} title={title} />
      ) : (
        <OpenSheet payment={payment} title={title} />
      )}
    </div>
  )
}

/** The sheet of an open PIX or crypto payment; `act` leads back to the methods. */
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
  const more = { payment, act, ...(title ? { title } : {}) }
  if (open?.method === 'pix') return <PixSheet pix={open.pix} {...more} />
  if (open?.method === 'crypto') return <CryptoSheet deposit={open.crypto} {...more} />

  return null
}

/** Says which payment is under way where it is not for what the cart holds and costs now. */
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
 * The way back to the payment that is under way, or why there is none by card yet; one for another
 * method or amount is cancelled by
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
  // The button that pays opens the card's page once more.
  if (current && open.method === 'card') return <Notice tone="wait">{t('open.cardUnpaid')}</Notice>

  // For what the cart holds and costs now it is the way on, and the pay button rests.
  const look = current ? 'primary' : 'plain'

  return (
    <div className="grid gap-2">
      {!current && <OtherPaymentNotice open={open} />}

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
