import type { StockStatus } from '@chaveiro/contracts/states'
import { CircleCheck, CircleSlash, Clock, UserRoundCheck, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'

const statusLooks: Record<StockStatus, readonly [LucideIcon, string]> = {
  available: [CircleCheck, 'text-good'],
  reserved: [Clock, 'text-wait'],
  used: [UserRoundCheck, 'text-info'],
  revoked: [CircleSlash, 'text-bad'],
}

/** Status of a key with its icon (B051). */
export function StockState({ status }: { status: StockStatus }) {
  const { t } = useTranslation('admin')
  const [Icon, tone] = statusLooks[status]

  return (
    <span
      className={join(
        'inline-flex items-center gap-1.5 align-middle text-xs font-medium whitespace-nowrap',
        tone,
      )}
    >
      <Icon size={15} aria-hidden />
      {t(`adminStock.status.${status}`)}
    </span>
  )
}
