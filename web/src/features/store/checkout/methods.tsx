import { Bitcoin, CreditCard, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../../../state/site.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Method } from './live-payment.ts'

/**
 * The chosen method, kept to what the cart's currency and the shop allow: another currency than BRL
 * moves from PIX to card (S169).
 */
export function useMethod(currency: string) {
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

/** The choice between card, PIX and crypto. */
export function Methods({
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
      columns="sm:grid-cols-[auto_1fr_1fr]"
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
