import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../i18n/language.ts'
import { useSite } from '../../../state/site.ts'
import { describeMoment, wholeMoment } from './moment.ts'

/** Date and time in the shop's time zone, with the full date as a tooltip (P322). */
export function When({ at }: { at: string }) {
  const { t } = useTranslation('admin')
  const { timeZone } = useSite().store
  const language = currentLanguage()
  const happenedAt = new Date(at)
  const { day, text } = describeMoment(happenedAt, new Date(), timeZone, language)

  return (
    <time
      dateTime={at}
      title={wholeMoment(happenedAt, timeZone, language)}
      className="whitespace-nowrap md:max-xl:whitespace-normal"
    >
      {day ? t(`kit.${day}`, { time: text }) : text}
    </time>
  )
}
