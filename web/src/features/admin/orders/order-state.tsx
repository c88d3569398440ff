import type { OrderStatus } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import { Badge, type Tone } from '../../../ui/badge.tsx'

export const orderTones: Record<OrderStatus, Tone> = {
  pending: 'wait',
  completed: 'good',
  cancelled: 'muted',
  refunded: 'info',
}

export function OrderState({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('admin')
  return <Badge tone={orderTones[status]}>{t(`adminOrders.status.${status}`)}</Badge>
}
