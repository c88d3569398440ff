import { useTranslation } from 'react-i18next'
import { useTitle } from '../../../routing/title.ts'
import { Hero } from './hero.tsx'
import { Praise } from './praise.tsx'
import { Questions } from './questions.tsx'
import { QuickMenu } from './quick-menu.tsx'
import { ShelfOfCategories } from './shelf-of-categories.tsx'
import { Steps } from './steps.tsx'

/**
 * The front door: what is sold and what it costs, how it goes, who was content, what is asked
 * (S061).
 */
export function Page() {
  const { t } = useTranslation('common')
  useTitle(undefined, t('head.home'))
  return (
    <div className="page grid gap-14 pt-5 sm:gap-16 sm:pt-12">
      <Hero />
      <QuickMenu />
      <ShelfOfCategories />
      <Steps />
      <Praise />
      <Questions />
    </div>
  )
}
