import { number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Badge } from '../../../ui/badge.tsx'

const exactUpTo = 9999

/** A count that takes no more room than four digits do. */
const inShort = (count: number): string =>
  count > exactUpTo
    ? new Intl.NumberFormat(currentLanguage(), { notation: 'compact' }).format(count)
    : number(count)

/**
 * How many wait behind a link; it has its room before it is known, and gives it back where nothing
 * waits.
 */
export function WaitingCount({ count }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <span className="inline-flex min-w-18 justify-end">
      {count === undefined ? null : <Badge tone="wait">{inShort(count)}</Badge>}
    </span>
  )
}
