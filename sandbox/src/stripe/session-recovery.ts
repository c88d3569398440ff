import { epochSeconds, type Session, type Stripe } from './model.ts'

/** Adds the recovery URL, valid for 30 days, to an expired session that asked for one. */
export function recoveryOf(
  stripe: Stripe,
  { id, after_expiration: after }: Session,
): Session['after_expiration'] {
  if (!after?.recovery?.enabled) return after

  const url = `${stripe.core.origins.forPeople()}/sandbox/card/${id}/recover`
  const expires_at = epochSeconds(stripe) + 30 * 24 * 3600

  return { recovery: { ...after.recovery, expires_at, url } }
}
