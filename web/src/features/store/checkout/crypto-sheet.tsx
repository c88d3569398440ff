import { cryptoDecimals, qr } from '@chaveiro/contracts/limits'
import { TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { join } from '../../../ui/join.ts'
import { QrCode } from '../../../ui/qr.tsx'
import { Unbroken } from '../../../ui/unbroken.tsx'
import { networkName } from './coin-networks.ts'
import type { CryptoPayment } from './live-payment.ts'
import { Sheet, Step, Steps } from './sheet.tsx'
import type { LivePayment } from './use-live-payment.ts'
import { Deadline, PaymentWaiting, WaitingKey } from './waiting.tsx'

/**
 * Coin amount with exactly eight decimals, truncated: the exact amount identifies the order (S288).
 */
function coinAmount(text: string): string {
  const [whole = '0', decimals = ''] = text.split('.')
  return `${whole}.${decimals.padEnd(cryptoDecimals, '0').slice(0, cryptoDecimals)}`
}

function CopyLine({
  label,
  value,
  name,
  big = false,
  onCopied,
}: {
  label: string
  value: string
  name: string
  big?: boolean
  onCopied(): void
}) {
  const { t } = useTranslation('common')
  return (
    <div className="grid gap-1">
      <p className="text-sm text-muted">{label}</p>

      <div className="flex items-center justify-between gap-2 rounded-md bg-raised py-1 pr-1 pl-3">
        <code
          onCopy={onCopied}
          className={join(
            'min-w-0 break-all select-all',
            big
              ? 'price text-[clamp(1.375rem,7.6vw,1.75rem)] leading-8'
              : 'font-mono text-base leading-6',
          )}
        >
          {value}
        </code>

        <CopyButton
          short="narrow"
          look="ghost"
          text={value}
          label={t('action.copy')}
          copiedLabel={t('action.copied')}
          name={name}
          onCopied={onCopied}
          className="shrink-0"
        />
      </div>
    </div>
  )
}

/** Address, amount and, where the coin needs one, the tag. */
function Destination({ deposit, onCopied }: { deposit: CryptoPayment; onCopied(): void }) {
  const { t } = useTranslation('checkout')
  const { cryptoType: coin, cryptoTag, cryptoFee } = deposit
  const exactAmount = coinAmount(deposit.cryptoAmount)

  return (
    <>
      <CopyLine
        label={t('crypto.address')}
        value={deposit.cryptoAddress}
        name={t('crypto.copyAddress')}
        onCopied={onCopied}
      />

      <CopyLine
        big
        label={t('crypto.amount')}
        value={exactAmount}
        name={t('crypto.copyAmount')}
        onCopied={onCopied}
      />

      {cryptoTag && (
        <CopyLine
          label={t('crypto.tag')}
          value={cryptoTag}
          name={t('crypto.copyTag')}
          onCopied={onCopied}
        />
      )}

      <p className="text-sm text-muted">
        {coin} · {t('crypto.usd', { amount: money(deposit.usdAmount, 'USD') })} ·{' '}
        {money(deposit.amount, deposit.currency)}
        {cryptoFee ? ` · ${t('crypto.fee', { amount: money(cryptoFee, 'USD') })}` : ''}
      </p>
    </>
  )
}

/** Where and how much to send, and the confirmations so far. */
export function CryptoSheet({
  deposit,
  payment,
  title,
  act,
}: {
  deposit: CryptoPayment
  payment: LivePayment
  title?: string
  act?: ReactNode
}) {
  const { t } = useTranslation('checkout')
  const [hasCopied, setHasCopied] = useState(false)
  const { cryptoType: coin } = deposit
  const networkLabel = networkName(deposit.network)

  return (
    <Sheet
      title={title ?? t('crypto.title')}
      act={act}
      message={payment.message}
      foot={
        <PaymentWaiting payment={payment} until={deposit.expiration} paidLabel={t('crypto.paid')} />
      }
    >
      <p className="flex items-start gap-2 text-sm font-medium">
        <TriangleAlert aria-hidden size={18} className="mt-px shrink-0 text-wait" />
        <span>
          <Unbroken>{t('crypto.network', { coin, network: networkLabel })}</Unbroken>
        </span>
      </p>

      <div className="grid gap-x-6 gap-y-3 @lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid content-start gap-2">
          <Destination deposit={deposit} onCopied={() => setHasCopied(true)} />
          <p className="text-sm">{t('crypto.otherAmount')}</p>
          <Deadline until={deposit.expiration} />
        </div>

        <div className="grid content-start justify-items-center gap-4 @lg:w-40 @lg:pt-6">
          <QrCode
            text={deposit.qrText || deposit.cryptoAddress}
            label={t('crypto.qr')}
            size={qr.size}
            level={qr.level}
          />
          <WaitingKey paymentId={deposit.paymentId} payment={payment} copied={hasCopied} />
        </div>
      </div>

      <Steps>
        <Step title={<Unbroken>{t('crypto.step1', { network: networkLabel })}</Unbroken>} />
        <Step title={t('crypto.step2')} />

        <Step title={t('crypto.step3')} />
      </Steps>
    </Sheet>
  )
}
