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

const fewShown = 8

type Times = Pick<Announcement, 'startedAt' | 'endedAt'>

function useTimes() {
  const { t } = useTranslation('status')
  return ({ startedAt, endedAt }: Times): string => {
    const from = date(startedAt, 'moment')

    const span = endedAt && {
      from,
      to: date(endedAt, 'moment'),
      time: minutesInWords((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000),
    }

    if (Date.parse(startedAt) > Date.now())
      return span ? t('incidents.plannedSpan', span) : t('incidents.planned', { from })

    return span ? t('incidents.span', span) : t('incidents.on', { from })
  }
}

function Item({
  dot,
  title,
  about,
  times,
  children,
}: {
  dot: string
  title: string
  /** Stands before the times. */
  about?: string
  times: Times
  children?: ReactNode
}) {
  // In the visitor's own time zone, so that the server's page leaves it out (Q101).
  const hydrated = useHydrated()
  const timesInWords = useTimes()

  return (
    <li className="grid gap-1 px-4 py-3">
      <h3 className="flex items-center gap-2 font-medium wrap-anywhere">
        <span aria-hidden className={join('size-2 shrink-0 rounded-full', dot)} />
        {title}
      </h3>
      {children}
      <p className={join('min-h-[1lh] text-sm', times.endedAt ? 'text-muted' : 'text-ink')}>
        {[about, hydrated ? timesInWords(times) : null].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}

function Measured({ incident }: { incident: Incident }) {
  const { t } = useTranslation('status')
  return (
    <Item
      dot={incident.worst === 'down' ? 'bg-bad' : 'bg-wait'}
      title={t(`incidents.${incident.worst}`, { part: t(`part.${incident.part}`) })}
      times={incident}
    />
  )
}

/** What staff say of it, in the reader's language (P281). */
function Said({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('status')
  const { kind, part, texts } = announcement
  const { title, text } = texts[currentLanguage()]

  return (
    <Item
      dot={kind === 'incident' ? 'bg-wait' : 'bg-info'}
      title={title}
      about={t(`incidents.kind.${kind}`, { part: t(`part.${part}`) })}
      times={announcement}
    >
      <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-line">{text}</p>
    </Item>
  )
}

/** What was measured and what staff say, the newest first. */
const inOrder = ({ incidents, announcements }: Told) =>
  [
    ...announcements.map((announcement) => ({
      at: announcement.startedAt,
      item: <Said key={announcement.id} announcement={announcement} />,
    })),
    ...incidents.map((incident) => ({
      at: incident.startedAt,
      item: <Measured key={incident.id} incident={incident} />,
    })),
  ]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .map(({ item }) => item)

type Told = Pick<ServiceHistory, 'incidents' | 'announcements'>

/** What went wrong in the last 90 days, in words, the newest first (P197). */
export function Incidents({ told }: { told: Told }) {
  const { t } = useTranslation('status')
  const [isWhole, setWhole] = useState(false)
  const all = inOrder(told)
  const shown = isWhole ? all : all.slice(0, fewShown)

  return (
    <section aria-labelledby="incidents" className="mt-4 grid gap-3">
      <h2 id="incidents" className="text-lg font-semibold">
        {t('incidents.title')}
      </h2>

      {all.length ? (
        <ul className="grid divide-y divide-line rounded-lg bg-surface">{shown}</ul>
      ) : (
        <p className="text-sm text-muted">{t('incidents.none')}</p>
      )}

      {shown.length < all.length && (
        <Button look="plain" className="justify-self-start" onClick={() => setWhole(true)}>
          {t('incidents.more', { count: all.length })}
        </Button>
      )}
    </section>
  )
}
