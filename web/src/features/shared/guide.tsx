import { BookOpen, ChevronDown } from 'lucide-react'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { lazyPart } from '../../routing/code.ts'
import { Button } from '../../ui/button.tsx'
import { join } from '../../ui/join.ts'
import { Skeletons } from '../../ui/states.tsx'

const LazyGuideText = lazyPart(() => import('./guide-text.tsx').then((module) => module.GuideText))

/**
 * How to activate a licence, below its key; loaded only when opened (L054). Its button ends the row
 * of the key's actions.
 */
export function Guide({
  licenceId,
  name,
  beside,
  placed,
}: {
  licenceId: string
  name: string
  /** Controls in the same row as the button. */
  beside?: ReactNode
  /** In the grid of a row: classes that place the buttons and the text. */
  placed?: { buttons: string; text: string }
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const guideId = useId()

  return (
    <div className={placed ? 'contents' : 'grid min-w-0 gap-3'}>
      <div className={join(!!placed && '@container', placed?.buttons)}>
        <div className="flex flex-wrap gap-2 @max-sm:gap-1.5">
          {beside}

          <Button
            className={join(!!beside && '@max-sm:gap-1 @max-sm:px-2')}
            icon={<BookOpen aria-hidden size={16} className={join(!!beside && '@max-sm:hidden')} />}
            aria-label={t('guide.openOf', { name })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? guideId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('guide.open')}
            <ChevronDown aria-hidden size={16} className={join(isOpen && 'rotate-180')} />
          </Button>
        </div>
      </div>

      {isOpen && (
        <div
          id={guideId}
          className={join('min-w-0 rounded-md bg-surface p-4 text-sm', placed?.text)}
        >
          <Suspense fallback={<GuideSkeleton />}>
            <LazyGuideText licenceId={licenceId} waiting={<GuideSkeleton />} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function GuideSkeleton() {
  const { t } = useTranslation()
  return <Skeletons count={3} label={t('state.loading')} className="grid gap-2" each="h-4" />
}
