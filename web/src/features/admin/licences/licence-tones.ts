import type { LicenceStatus } from '@chaveiro/contracts/states'

import type { Tone } from '../../../ui/badge.tsx'

export const licenceTones: Record<LicenceStatus, Tone> = {
  active: 'good',
  expired: 'muted',
  revoked: 'bad',
}
