import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { Card } from '../../../ui/card.tsx'
import { date } from '../shared/shop-clock.ts'

const freshEveryMs = 15_000

export const useHealth = () =>
  useQuery(ask(adminApi.system.health, {}, { refetchInterval: freshEveryMs, staleTime: 0 }))

/** Missing configuration and log problems; hidden when all is well. */
export function HealthNotice() {
  const { t } = useTranslation('admin')
  const { data } = useHealth()
  if (!data || (data.log.ok && !data.failing.length)) return null

  const { log, failing } = data

  return (
    <Card>
      <div role="alert" className="grid gap-2 text-sm">
        <h2 className="font-semibold text-bad">{t('adminSystem.needsYou')}</h2>

        <ul className="grid list-disc gap-1 pl-5">
          {failing.map((lack) => (
            <li key={lack}>{t(`adminSystem.lack.${lack}`)}</li>
          ))}

          {!log.ok && (
            <li>
              {t('adminSystem.logNotWritten', {
                reason: log.reason,
                since: log.since ? date(log.since, 'moment') : '-',
                lost: number(log.lost),
              })}
            </li>
          )}
        </ul>
      </div>
    </Card>
  )
}
