import type { CustomerLicenceStatus, LicenceStatus, UnitStatus } from '@chaveiro/contracts/states'

/**
 * The status of a licence for its customer: a revoked licence shows as suspended, a licence past
 * its date as expired (Q37).
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
 * The status of a bought unit for its customer: the status of its licence. Without a licence it is
 * pending, or suspended when the unit was revoked (Q37).
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
 * The expiry of a licence that staff activate again: its date if still to come, else its first
 * duration counted from now.
 */
export const renewedExpiry = (
  licence: { createdAt: Date; expiresAt: Date | null },
  now: Date,
): Date | null =>
  licence.expiresAt && licence.expiresAt <= now
    ? new Date(now.getTime() + licence.expiresAt.getTime() - licence.createdAt.getTime())
    : licence.expiresAt
