import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { minutesInWords } from './day-words.ts'
import type { ServiceHistory } from './service-history.ts'

type Incident = ServiceHistory['incidents'][number]
type Announcement = ServiceHistory['announcements'][number]

const initialCount = 8

type IncidentTimes = Pick<Announcement, 'startedAt' | 'endedAt'>

function useTimesText() {
  const { t } = useTranslation('status')
  return ({ startedAt, endedAt }: IncidentTimes): string => {
    const startText = date(startedAt, 'moment')

    const spanTexts = endedAt && {
      from: startText,
      to: date(endedAt, 'moment'),
      time: minutesInWords((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000),
    }

    const isPlanned = Date.parse(startedAt) > Date.now()
    if (isPlanned && spanTexts) return t('incidents.plannedSpan', spanTexts)
    if (isPlanned) return t('incidents.planned', { from: startText })
    if (spanTexts) return t('incidents.span', spanTexts)

    return t('incidents.on', { from: startText })
  }
}

function IncidentItem({
  dot,
  title,
  about,
  times,
  children,
}: {
  dot: string
  title: string
  /** The text before the times. */
  about?: string
  times: IncidentTimes
  children?: ReactNode
}) {
  // The times are in the visitor's time zone, so the server's page leaves them out (Q101).
  const isHydrated = useHydrated()
  const timesInWords = useTimesText()

  return (
    <li className="grid gap-1 px-4 py-3">
      <h3 className="flex items-center gap-2 font-medium wrap-anywhere">
        <span aria-hidden className={join('size-2 shrink-0 rounded-full', dot)} />
        {title}
      </h3>
      {children}
      <p className={join('min-h-[1lh] text-sm', times.endedAt ? 'text-muted' : 'text-ink')}>
        {[about, isHydrated ? timesInWords(times) : null].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}

function MeasuredIncident({ incident }: { incident: Incident }) {
  const { t } = useTranslation('status')
  return (
    <IncidentItem
      dot={incident.worst === 'down' ? 'bg-bad' : 'bg-wait'}
      title={t(`incidents.${incident.worst}`, { part: t(`part.${incident.part}`) })}
      times={incident}
    />
  )
}

/** An announcement by staff in the reader's language (P281). */
function StaffAnnouncement({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('status')
  const { kind, part, texts } = announcement
  const { title, text } = texts[currentLanguage()]

  return (
    <IncidentItem
      dot={kind === 'incident' ? 'bg-wait' : 'bg-info'}
      title={title}
      about={t(`incidents.kind.${kind}`, { part: t(`part.${part}`) })}
      times={announcement}
    >
      <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-line">{text}</p>
    </IncidentItem>
  )
}

/** Measured incidents and announcements, newest first. */
const orderedItems = ({ incidents, announcements }: IncidentHistory) =>
  [
    ...announcements.map((announcement) => ({
      at: announcement.startedAt,
      item: <StaffAnnouncement key={announcement.id} announcement={announcement} />,
    })),
    ...incidents.map((incident) => ({
      at: incident.startedAt,
      item: <MeasuredIncident key={incident.id} incident={incident} />,
    })),
  ]
    .toSorted((first, second) => Date.parse(second.at) - Date.parse(first.at))
    .map(({ item }) => item)

type IncidentHistory = Pick<ServiceHistory, 'incidents' | 'announcements'>

/** Incidents of the last 90 days, newest first (P197). */
export function Incidents({ history }: { history: IncidentHistory }) {
  const { t } = useTranslation('status')
  const [showsAll, setShowsAll] = useState(false)
  const allItems = orderedItems(history)
  const visibleItems = showsAll ? allItems : allItems.slice(0, initialCount)

  return (
    <section aria-labelledby="incidents" className="mt-4 grid gap-3">
      <h2 id="incidents" className="text-lg font-semibold">
        {t('incidents.title')}
      </h2>

      {allItems.length === 0 && <p className="text-sm text-muted">{t('incidents.none')}</p>}
      {allItems.length > 0 && (
        <ul className="grid divide-y divide-line rounded-lg bg-surface">{visibleItems}</ul>
      )}

      {visibleItems.length < allItems.length && (
        <Button look="plain" className="justify-self-start" onClick={() => setShowsAll(true)}>
          {t('incidents.more', { count: allItems.length })}
        </Button>
      )}
    </section>
  )
}
