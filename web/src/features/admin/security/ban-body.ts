import { momentOfField } from '../shared/shop-clock.ts'

export type BanFields = { ip: string; hwid: string; reason: string; expiresAt: string }

type Fault =
  | 'adminSecurity.errorReasonRequired'
  | 'adminSecurity.errorIpOrHwidRequired'
  | 'adminSecurity.invalidDate'

type Body = { ip?: string; hwid?: string; reason: string; expiresAt?: string }

/**
 * Request body of the ban form, or the text key of its error. An empty date means a permanent ban
 * (B166 to B169); dates are in the shop's time zone (P660).
 */
export function banBody(
  fields: BanFields,
): { fault: Fault; body: null } | { fault: null; body: Body } {
  const [ip, hwid, reason] = [fields.ip.trim(), fields.hwid.trim(), fields.reason.trim()]
  const refuseBan = (fault: Fault) => ({ fault, body: null })
  if (!ip && !hwid) return refuseBan('adminSecurity.errorIpOrHwidRequired')
  if (!reason) return refuseBan('adminSecurity.errorReasonRequired')

  const bannedUntil = fields.expiresAt ? momentOfField(fields.expiresAt) : null
  if (bannedUntil && Number.isNaN(bannedUntil.getTime()))
    return refuseBan('adminSecurity.invalidDate')

  return {
    fault: null,
    body: {
      ...(ip && { ip }),
      ...(hwid && { hwid }),
      reason,
      ...(bannedUntil && { expiresAt: bannedUntil.toISOString() }),
    },
  }
}
