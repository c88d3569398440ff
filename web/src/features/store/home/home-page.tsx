import { homeSections, type HomeSection } from '@chaveiro/contracts/home-sections'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'

import { useTitle } from '../../../routing/title.ts'
import { descriptionOf, useSite } from '../../../state/site.ts'
import { Hero } from './hero.tsx'
import { Praise } from './praise.tsx'
import { Questions } from './questions.tsx'
import { QuickMenu } from './quick-menu.tsx'
import { ShelfOfCategories } from './shelf-of-categories.tsx'
import { Steps } from './steps.tsx'

const sectionParts: Record<HomeSection, ComponentType> = {
  categories: ShelfOfCategories,
  steps: Steps,
  praise: Praise,
  questions: Questions,
}

/** The home page (S061). Staff set the order of its sections. */
export function Page() {
  const { t } = useTranslation('common')
  const siteSettings = useSite()
  const { sections = homeSections } = siteSettings
  useTitle(undefined, descriptionOf(siteSettings, t('head.home')))

  return (
    <div className="page grid gap-14 pt-4 sm:gap-18 sm:pt-8">
      <Hero />
      <QuickMenu />
      {sections.map((name) => {
        const HomeSectionPart = sectionParts[name]
        return <HomeSectionPart key={name} />
      })}
    </div>
  )
}
