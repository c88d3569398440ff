import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { number } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'

/** Hides selects and dates on a phone, but not the search. */
const foldedClass = 'max-md:[&>div]:hidden max-md:[&>select]:hidden max-md:[&>span]:hidden'

/** Search and filters in one line. On a phone a button opens the filters and counts those set (P325). */
export function FilterBar({
  choices,
  children,
}: {
  choices: { all: number; set: number }
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)
  const filtersId = useId()

  return (
    <div className="flex items-start gap-2">
      <div
        id={filtersId}
        className={join(
          'flex min-w-0 flex-1 flex-wrap items-center gap-2 empty:hidden',
          'max-md:[&>form]:w-auto max-md:[&>form]:flex-[1_1_10rem]',
          !open && foldedClass,
        )}
      >
        {children}
      </div>

      {choices.all > 0 && (
        <Button
          size="sm"
          className="shrink-0 md:hidden pointer-coarse:min-h-11"
          aria-expanded={open}
          aria-controls={filtersId}
          icon={<SlidersHorizontal size={15} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {choices.set > 0 ? t('kit.filtersSet', { shown: number(choices.set) }) : t('kit.filters')}
        </Button>
      )}
    </div>
  )
}
