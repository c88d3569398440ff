import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../i18n/language.ts'
import { shopZone } from './shop-clock.ts'

/**
 * Date and time in the shop's time zone in the language's long form, or a text for a missing or
 * invalid one (B103, P660).
 */
export function auditMoment(
  value: unknown,
  texts: { none: string; invalid: string },
  language: string = currentLanguage(),
): string {
  if (value === null || value === undefined || value === '') return texts.none

  const happenedAt = new Date(value as string)

  if (Number.isNaN(happenedAt.getTime())) return texts.invalid

  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: shopZone(),
  }).format(happenedAt)
}

/** An event's date and time on one line; a phone and a narrow desktop table may need two lines. */
export function StoryMoment({ at }: { at: string | null }) {
  const { t } = useTranslation('admin')
  return (
    <time dateTime={at ?? undefined} className="md:whitespace-nowrap lg:max-xl:whitespace-normal">
      {auditMoment(at, { none: t('audit.noDate'), invalid: t('audit.invalidDate') })}
    </time>
  )
}

const formattedRecord =
  'max-h-40 max-w-[46ch] overflow-auto rounded-sm bg-raised px-2 py-1 text-left font-mono text-xs ' +
  'wrap-anywhere whitespace-pre-wrap max-md:max-w-full'

/** Details of an entry: text as it is, an object as formatted JSON (B103). */
function AuditDetails({ details }: { details: unknown }) {
  if (details === null || details === undefined || details === '') return <>-</>
  if (typeof details !== 'object') return <>{String(details)}</>
  if (Object.keys(details).length === 0) return <>-</>

  return <pre className={formattedRecord}>{JSON.stringify(details, null, 2)}</pre>
}

/** The details of an audit entry behind a toggle, since most readers need only the summary. */
export function FoldedDetails({ details }: { details: unknown }) {
  const { t } = useTranslation('admin')
  const isFoldable =
    typeof details === 'object' && details !== null && Object.keys(details).length > 0
  if (!isFoldable) return <AuditDetails details={details} />

  return (
    <details>
      <summary className="cursor-pointer text-xs/6! text-muted">{t('audit.record')}</summary>
      <AuditDetails details={details} />
    </details>
  )
}
