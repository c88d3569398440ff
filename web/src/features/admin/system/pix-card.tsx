import type { AdminApi } from '@chaveiro/contracts/admin'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../components/facts.tsx'
import { date } from '../shared/shop-clock.ts'

type Check = Reply<AdminApi['system']['pix']>['webhook']

/** Whether the PIX webhook and fraud reports work, and when that was last checked. */
export function PixCard() {
  const { t } = useTranslation('admin')
  const { data } = useQuery(ask(adminApi.system.pix, {}, { staleTime: 0 }))
  if (!data?.enabled) return null

  const checkText = (kind: 'webhook' | 'infractions', check: Check) => {
    if (check)
      return (
        <span className="grid gap-0.5">
          <span className={check.found === 'right' ? undefined : 'text-wait'}>
            {t(`adminSystem.pix.${kind}Is.${check.found}`, {
              defaultValue: check.found,
              detail: check.detail ?? '',
            })}
          </span>

          <span className="text-xs text-muted">
            {t('adminSystem.pix.checked', { date: date(check.checkedAt, 'moment') })}
          </span>
        </span>
      )

    return t('adminSystem.pix.notYet')
  }

  return (
    <Card>
      <Facts
        title={t('adminSystem.pix.title')}
        items={[
          [
            t('adminSystem.pix.address'),
            <span className="wrap-anywhere">{data.webhookUrl ?? ''}</span>,
          ],
          [t('adminSystem.pix.webhook'), checkText('webhook', data.webhook)],
          [t('adminSystem.pix.infractions'), checkText('infractions', data.infractions)],
        ]}
      />
    </Card>
  )
}
