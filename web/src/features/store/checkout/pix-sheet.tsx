import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/qr.tsx'
import type { PixPayment } from './live-payment.ts'
import { Sheet, Step, Steps } from './sheet.tsx'
import type { LivePayment } from './use-live-payment.ts'
import { PaymentWaiting } from './waiting.tsx'

/** The PIX charge: the code comes first on a phone, the QR code on a desktop. */
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
  return (
    <Sheet
      title={title ?? t('pix.title')}
      act={act}
      foot={
        <PaymentWaiting
          {...payment}
          until={pix.pixExpiration}
          language="pt-BR"
          paidLabel={t('pix.paid')}
        />
      }
    >
      <p className="text-xl font-bold text-warm">{money(pix.amount, pix.currency)}</p>

      <div className="grid gap-5 @lg:grid-cols-[auto_minmax(0,1fr)] @lg:gap-x-6">
        <Steps>
          <Step title={t('pix.step1')}>
            <CopyButton
              look="primary"
              size="lg"
              className="w-full"
              text={pix.pixCode}
              label={t('pix.copy')}
              copiedLabel={t('common:action.copied')}
            />

            <textarea
              readOnly
              aria-label={t('pix.code')}
              rows={4}
              value={pix.pixCode}
              onFocus={(event) => event.target.select()}
              className="field-sizing-content w-full resize-none rounded-md border border-line bg-raised p-3 font-mono text-xs break-all"
            />
          </Step>

          <Step title={t('pix.step2')}>
            <p className="text-sm text-muted">{t('pix.how')}</p>
          </Step>
          <Step title={t('pix.step3')} />
        </Steps>

        <div className="justify-self-center @lg:order-first">
          <QrCode text={pix.pixCode} label={t('pix.qr')} size={200} level="M" />
        </div>
      </div>
    </Sheet>
  )
}
