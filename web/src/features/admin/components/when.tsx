import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../i18n/language.ts'
import { useSite } from '../../../state/site.ts'
import { momentOf, wholeMoment } from './moment.ts'

/**
 * When something happened: today, yesterday or on which day, and at what time, by the shop's clock;
 * the whole of it for who points at it (P322).
 */
export function When({ at }: { at: string }) {
  const { t } = useTranslation('admin')
  const { timeZone } = useSite().store
  const language = currentLanguage()
  const when = new Date(at)
  const { day, text } = momentOf(when, new Date(), timeZone, language)

  return (
    <time
      dateTime={at}
      title={wholeMoment(when, timeZone, language)}
      className="whitespace-nowrap md:max-xl:whitespace-normal"
    >
      {day ? t(`kit.${day}`, { time: text }) : text}
    </time>
  )
}
