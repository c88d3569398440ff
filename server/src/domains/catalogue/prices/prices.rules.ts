import { fail, invalid } from '../../../platform/errors.ts'

/** When a scheduled price applies; without `endsAt` it is permanent. */
export type Span = { startsAt: Date; endsAt: Date | null }
type OpenSpan = Span & { state: 'waiting' | 'running' }

// A permanent price occupies only the millisecond of its start, so other plans may follow it.
const endTime = ({ startsAt, endsAt }: Span): number => endsAt?.getTime() ?? startsAt.getTime() + 1

/**
 * Whether two scheduled prices of a variant overlap. One plan may start at the moment when another
 * ends.
 */
export const overlaps = (first: Span, second: Span): boolean =>
  first.startsAt.getTime() < endTime(second) && second.startsAt.getTime() < endTime(first)

/** The next time at which a plan starts or ends. */
const nextMoment = ({ state, startsAt, endsAt }: OpenSpan): number =>
  (state === 'running' ? endsAt! : startsAt).getTime()

/**
 * The order in which plans are applied. At the same moment an end comes before a start: the end
 * restores an old price, which must not overwrite the new one.
 */
export const byMoment = (first: OpenSpan, second: OpenSpan): number =>
  nextMoment(first) - nextMoment(second) ||
  Number(second.state === 'running') - Number(first.state === 'running')

/**
 * The time span of a requested price; without a start it begins now. Throws request.invalid,
 * price.past and price.order.
 */
export function spanOf(
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  now: Date,
): Span {
  // Refused, because staff can set the price itself for a price that begins now and never ends.
  if (startsAt === null && endsAt === null) throw invalid(['startsAt'])

  const span = {
    startsAt: startsAt === null ? now : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  }

  if (span.startsAt < now) throw fail('price.past')
  if (span.endsAt && span.endsAt <= span.startsAt) throw fail('price.order')

  return span
}
