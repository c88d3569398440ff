import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { date } from '../../../i18n/format.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { minutesInWords } from './day-words.ts'
import type { ServiceHistory } from './service-history.ts'

type Incident = ServiceHistory['incidents'][number]

const fewShown = 8

function Item({ incident }: { incident: Incident }) {
  const { t } = useTranslation('status')
  // In the visitor's own time zone, so that the server's page leaves it out (Q101).
  const hydrated = useHydrated()
  const { startedAt, endedAt } = incident
  const from = date(startedAt, 'moment')
  const time = endedAt
    ? t('incidents.span', {
        from,
        to: date(endedAt, 'moment'),
        time: minutesInWords((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000),
      })
    : t('incidents.on', { from })
  return (
    <li className="grid gap-1 px-4 py-3">
      <h3 className="flex items-center gap-2 font-medium">
        <span
          aria-hidden
          className={join(
            'size-2 shrink-0 rounded-full',
            incident.worst === 'down' ? 'bg-bad' : 'bg-wait',
          )}
        />
        {t(`incidents.${incident.worst}`, { part: t(`part.${incident.part}`) })}
      </h3>
      <p className={join('min-h-[1lh] text-sm', endedAt ? 'text-muted' : 'text-ink')}>
        {hydrated ? time : ''}
      </p>
    </li>
  )
}

/** What went wrong in the last 90 days, in words, the newest first (P197). */
export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const { t } = useTranslation('status')
  const [all, setAll] = useState(false)
  const shown = all ? incidents : incidents.slice(0, fewShown)
  return (
    <section aria-labelledby="incidents" className="mt-4 grid gap-3">
      <h2 id="incidents" className="text-lg font-semibold">
        {t('incidents.title')}
      </h2>
      {incidents.length ? (
        <ul className="grid divide-y divide-line rounded-lg bg-surface">
          {shown.map((incident) => (
            <Item key={incident.id} incident={incident} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{t('incidents.none')}</p>
      )}
      {shown.length < incidents.length ? (
        <Button look="plain" className="justify-self-start" onClick={() => setAll(true)}>
          {t('incidents.more', { count: incidents.length })}
        </Button>
      ) : null}
    </section>
  )
}
