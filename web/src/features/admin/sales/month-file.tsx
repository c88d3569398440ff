import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { nearestLanguage } from '../../../i18n/language.ts'
import { Select } from '../../../ui/select.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { shopZone } from '../shared/shop-clock.ts'

const shownMonths = 24

/** The last 24 months in the shop's time zone as `2026-11`, newest first. */
function lastMonths(now: Date): string[] {
  const [year, month] = new Intl.DateTimeFormat('en-CA', {
    timeZone: shopZone(),
    year: 'numeric',
    month: '2-digit',
  })
    .format(now)
    .split('-')
    .map(Number)

  return Array.from({ length: shownMonths }, (_, back) =>
    new Date(Date.UTC(year!, month! - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** Downloads a month's paid orders for the accountant. */
export function MonthFile() {
  const { t, i18n } = useTranslation('admin')
  const recentMonths = useMemo(() => lastMonths(new Date()), [])
  const [month, setMonth] = useState(recentMonths[0]!)

  const monthName = new Intl.DateTimeFormat(nearestLanguage(i18n.language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

  return (
    <div className="flex flex-wrap items-center gap-2">
      <label className="flex items-center gap-2 text-sm text-muted">
        {t('adminSales.business.monthFile')}

        <Select
          className="h-9 text-sm"
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        >
          {recentMonths.map((one) => (
            <option key={one} value={one}>
              {monthName.format(new Date(`${one}-01T00:00:00Z`))}
            </option>
          ))}
        </Select>
      </label>

      <ExportButton route={adminApi.statistics.month} query={{ month }} />
    </div>
  )
}
