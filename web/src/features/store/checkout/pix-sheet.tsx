import { qr } from '@chaveiro/contracts/limits'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/qr.tsx'
import type { PixPayment } from './live-payment.ts'
import { Sheet, Step, Steps } from './sheet.tsx'
import type { LivePayment } from './use-live-payment.ts'
import { Deadline, PaymentWaiting, WaitingKey } from './waiting.tsx'

/** The PIX charge: QR code and amount first, then the steps, with the key in the last one. */
export function PixSheet({
  pix,
  payment,
  title,
  act,
}: {
  pix: PixPayment
  payment: LivePayment
  title?: string
  act?: ReactNode
}) {
  const { t } = useTranslation(['checkout', 'common'])
  const [hasCopied, setHasCopied] = useState(false)
  const noteCopy = () => setHasCopied(true)

  return (
    <Sheet
      title={title ?? t('pix.title')}
      act={act}
      message={payment.message}
      foot={
        <PaymentWaiting payment={payment} until={pix.pixExpiration} paidLabel={t('pix.paid')} />
      }
    >
      <div className="grid gap-5 @lg:grid-cols-[auto_minmax(0,1fr)] @lg:gap-x-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 @lg:w-40 @lg:flex-col @lg:items-start">
          <QrCode text={pix.pixCode} label={t('pix.qr')} size={qr.size} level="M" />
          <div className="grid flex-[1_1_min-content] gap-x-3 gap-y-1 @lg:flex-none">
            <p className="price text-[1.75rem] leading-8">{money(pix.amount, pix.currency)}</p>
            <Deadline until={pix.pixExpiration} language="pt-BR" />
          </div>
        </div>

        <Steps>
          <Step title={t('pix.step1')}>
            <CopyButton
              look="primary"
              size="lg"
              className="w-full"
              text={pix.pixCode}
              label={t('pix.copy')}
              copiedLabel={t('common:action.copied')}
              onCopied={noteCopy}
            />

            <textarea
              readOnly
              aria-label={t('pix.code')}
              rows={4}
              value={pix.pixCode}
              onFocus={(event) => event.target.select()}
              onCopy={noteCopy}
              className="field-sizing-content w-full resize-none rounded-md bg-raised p-3 font-mono text-xs break-all [@media(height<44rem)]:max-h-18"
            />
          </Step>

          <Step title={t('pix.step2')}>
            <p className="text-sm text-muted">{t('pix.how')}</p>
          </Step>

          <Step title={t('wait.soon')}>
            <WaitingKey paymentId={pix.paymentId} payment={payment} copied={hasCopied} />
          </Step>
        </Steps>
      </div>
    </Sheet>
  )
}
