import { useTranslation } from 'react-i18next'

import { Section } from '../components/section.tsx'
import { NeedsYou } from './needs-you.tsx'
import { SalesToday } from './sales-today.tsx'
import { useNeeds } from './use-needs.ts'

/** The first page of the back office: pending work on the left, the day's sales on the right. */
export function Page() {
  const { t } = useTranslation('admin')
  const work = useNeeds()

  return (
    <Section title={t('shell.section.today')} text={t('today.text')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NeedsYou work={work} />
        {/* On a phone the sales are beneath rows of unknown number. */}
        <div className={work.isLoading ? 'max-lg:invisible' : undefined}>
          <SalesToday />
        </div>
      </div>
    </Section>
  )
}
