import type { CustomerLicenceStatus, LicenceStatus } from '@chaveiro/contracts/states'

/** What a customer sees of a licence: revoked shows as suspended, one past its date as expired (Q37). */
export function customerStatus(licence: { status: LicenceStatus; expiresAt: Date | null }, now: Date): CustomerLicenceStatus {
  if (licence.status === 'revoked') return 'suspended'
  return licence.status === 'expired' || (licence.expiresAt !== null && licence.expiresAt <= now) ? 'expired' : 'active'
}
