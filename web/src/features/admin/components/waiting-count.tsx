import { number } from '../../../i18n/format.ts'
import { Badge } from '../../../ui/badge.tsx'

const most = 999

/**
 * How many wait behind a link, up to 999; it has its room before it is known, and gives it back
 * where nothing waits.
 */
export function WaitingCount({ count }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <span className="inline-flex min-w-14 justify-end">
      {count === undefined ? null : (
        <Badge tone="wait">{count > most ? `${number(most)}+` : number(count)}</Badge>
      )}
    </span>
  )
}
