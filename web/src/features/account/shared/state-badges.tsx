import { useTranslation } from 'react-i18next'

import { Badge, type Tone } from '../../../ui/badge.tsx'

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
 * The state of an order; one that is not known shows as it came (S182), and one that was paid is not
 * done while keys of it are on their way.
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

/** The state of a payment (S183). */
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

/** The state of a licence: active, expired, suspended, otherwise pending (S184). */
export function LicenceBadge({ status }: { status: string }) {
  const { t } = useTranslation('account')
  const known = status in licenceTones ? status : 'pending'

  return (
    <Badge tone={licenceTones[known] ?? 'wait'}>
      {t(`licenceStatus.${known}` as 'licenceStatus.active')}
    </Badge>
  )
}
