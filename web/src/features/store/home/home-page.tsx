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

const parts: Record<HomeSection, ComponentType> = {
  categories: ShelfOfCategories,
  steps: Steps,
  praise: Praise,
  questions: Questions,
}

/**
 * The front door: what is sold and what it costs, how it goes, who was content, what is asked
 * (S061); what follows its beginning stands in the order that staff gave it.
 */
export function Page() {
  const { t } = useTranslation('common')
  const site = useSite()
  const { sections = homeSections } = site
  useTitle(undefined, descriptionOf(site, t('head.home')))

  return (
    <div className="page grid gap-14 pt-5 sm:gap-16 sm:pt-12">
      <Hero />
      <QuickMenu />
      {sections.map((name) => {
        const Section = parts[name]
        return <Section key={name} />
      })}
    </div>
  )
}
