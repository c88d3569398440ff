import type { CustomerLicenceStatus, LicenceStatus, UnitStatus } from '@chaveiro/contracts/states'

/**
 * What a customer sees of a licence: revoked shows as suspended, one past its date as expired
 * (Q37).
 */
export function customerStatus(
  licence: { status: LicenceStatus; expiresAt: Date | null },
  now: Date,
): CustomerLicenceStatus {
  if (licence.status === 'revoked') return 'suspended'
  return licence.status === 'expired' || (licence.expiresAt !== null && licence.expiresAt <= now)
    ? 'expired'
    : 'active'
}

/**
 * What a customer sees of a unit he bought: its licence, or that it waits for one, or that it was
 * taken back before one came (Q37).
 */
export const unitStatus = (
  unit: UnitStatus,
  licence: { status: LicenceStatus; expiresAt: Date | null } | null,
  now: Date,
): CustomerLicenceStatus => {
  if (licence) return customerStatus(licence, now)
  return unit === 'revoked' ? 'suspended' : 'pending'
}

/**
 * When a licence that staff make active again ends: at its date if that is still to come, else
 * after its first duration, counted from now.
 */
export const renewedExpiry = (
  licence: { createdAt: Date; expiresAt: Date | null },
  now: Date,
): Date | null =>
  licence.expiresAt && licence.expiresAt <= now
    ? new Date(now.getTime() + licence.expiresAt.getTime() - licence.createdAt.getTime())
    : licence.expiresAt
