import { seconds, type Session, type Stripe } from './model.ts'

/** The way back to a session that expired, for 30 days, where it was asked for. */
export function recoveryOf(
  stripe: Stripe,
  { id, after_expiration: after }: Session,
): Session['after_expiration'] {
  if (!after?.recovery?.enabled) return after

  const url = `${stripe.core.origins.forPeople()}/sandbox/card/${id}/recover`
  const expires_at = seconds(stripe) + 30 * 24 * 3600

  return { recovery: { ...after.recovery, expires_at, url } }
}
