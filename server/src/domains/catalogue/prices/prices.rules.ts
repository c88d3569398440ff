import { fail, invalid } from '../../../platform/errors.ts'

/** When a scheduled price counts; endsAt null is for good. */
export type Span = { startsAt: Date; endsAt: Date | null }
type Open = Span & { state: 'waiting' | 'running' }

// A price for good takes the moment at which it begins, and nothing after it.
const endOf = ({ startsAt, endsAt }: Span): number => endsAt?.getTime() ?? startsAt.getTime() + 1

/**
 * Whether two scheduled prices of a variant claim a moment both; one may begin when another ends.
 */
export const overlaps = (one: Span, other: Span): boolean =>
  one.startsAt.getTime() < endOf(other) && other.startsAt.getTime() < endOf(one)

/** When the next thing happens to a scheduled price that is not over. */
const momentOf = ({ state, startsAt, endsAt }: Open): number =>
  (state === 'running' ? endsAt! : startsAt).getTime()

/** In which order they happen: of one moment, what ends comes before what begins. */
export const byMoment = (one: Open, other: Open): number =>
  momentOf(one) - momentOf(other) ||
  Number(other.state === 'running') - Number(one.state === 'running')

/**
 * When a price that is asked for counts; without a start it is from now. Throws request.invalid,
 * price.past and price.order.
 */
export function spanOf(
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  now: Date,
): Span {
  // From now and for good is no plan: it is the price.
  if (startsAt === null && endsAt === null) throw invalid(['startsAt'])

  const span = {
    startsAt: startsAt === null ? now : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  }

  if (span.startsAt < now) throw fail('price.past')
  if (span.endsAt && span.endsAt <= span.startsAt) throw fail('price.order')

  return span
}
