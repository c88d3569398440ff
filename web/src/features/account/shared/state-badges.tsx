import { useTranslation } from 'react-i18next'

import { Badge, type Tone } from '../../../ui/badge.tsx'
import { join } from '../../../ui/join.ts'

const orderTones: Record<string, Tone> = {
  completed: 'good',
  pending: 'wait',
  cancelled: 'bad',
  refunded: 'info',
}

const paymentTones: Record<string, Tone> = {
  completed: 'good',
  failed: 'bad',
  rejected: 'bad',
  cancelled: 'bad',
  processing: 'wait',
  pending: 'wait',
  refunded: 'info',
}

const licenceTones: Record<string, Tone> = {
  active: 'good',
  expired: 'bad',
  suspended: 'bad',
  pending: 'wait',
}

/**
 * State of an order. Unknown states show as they are (S182); a paid order with pending keys is
 * still being delivered.
 */
export function OrderBadge({ status, waits = false }: { status: string; waits?: boolean }) {
  const { t, i18n } = useTranslation('account')
  if (status === 'completed' && waits)
    return <Badge tone="wait">{t('orderStatus.delivering')}</Badge>

  return (
    <Badge tone={orderTones[status] ?? 'muted'}>
      {i18n.exists(`account:orderStatus.${status}`)
        ? t(`orderStatus.${status}` as 'orderStatus.completed')
        : status}
    </Badge>
  )
}

/** State of a payment (S183). */
export function PaymentBadge({ status }: { status: string }) {
  const { t, i18n } = useTranslation('account')
  return (
    <Badge tone={paymentTones[status] ?? 'muted'}>
      {i18n.exists(`account:paymentStatus.${status}`)
        ? t(`paymentStatus.${status}` as 'paymentStatus.completed')
        : status}
    </Badge>
  )
}

/** State of a licence: active, expired, suspended, otherwise pending (S184). */
export function LicenceBadge({
  status,
  plain = false,
}: {
  status: string
  /** Words without a box, for a line of text. */
  plain?: boolean
}) {
  const { t } = useTranslation('account')
  const knownStatus = status in licenceTones ? status : 'pending'

  return (
    <Badge
      tone={licenceTones[knownStatus] ?? 'wait'}
      className={join(plain && 'border-0! bg-transparent! p-0!')}
    >
      {t(`licenceStatus.${knownStatus}` as 'licenceStatus.active')}
    </Badge>
  )
}
