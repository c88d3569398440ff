import { number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Badge } from '../../../ui/badge.tsx'

const largestExactCount = 9999

/** At most four digits, compact beyond that. */
function compactCount(count: number): string {
  if (count <= largestExactCount) return number(count)

  return new Intl.NumberFormat(currentLanguage(), { notation: 'compact' }).format(count)
}

/** Number of waiting items behind a link. Its space is reserved while it loads; 0 is hidden. */
export function WaitingCount({ count }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <span className="inline-flex min-w-18 justify-end">
      {count !== undefined && <Badge tone="wait">{compactCount(count)}</Badge>}
    </span>
  )
}
