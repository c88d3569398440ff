import { momentOfField } from '../shared/shop-clock.ts'

export type BanFields = { ip: string; hwid: string; reason: string; expiresAt: string }

type Fault =
  | 'adminSecurity.errorReasonRequired'
  | 'adminSecurity.errorIpOrHwidRequired'
  | 'adminSecurity.invalidDate'

type Body = { ip?: string; hwid?: string; reason: string; expiresAt?: string }

/**
 * What a filled-in ban form sends, or what is wrong with it; what is empty is left out, so an empty
 * date means for good (B166 to B169), a date one of the shop's clock (P660).
 */
export function banBody(
  fields: BanFields,
): { fault: Fault; body: null } | { fault: null; body: Body } {
  const [ip, hwid, reason] = [fields.ip.trim(), fields.hwid.trim(), fields.reason.trim()]
  const refuse = (fault: Fault) => ({ fault, body: null })
  if (!ip && !hwid) return refuse('adminSecurity.errorIpOrHwidRequired')
  if (!reason) return refuse('adminSecurity.errorReasonRequired')

  const until = fields.expiresAt ? momentOfField(fields.expiresAt) : null
  if (until && Number.isNaN(until.getTime())) return refuse('adminSecurity.invalidDate')

  return {
    fault: null,
    body: {
      ...(ip ? { ip } : {}),
      ...(hwid ? { hwid } : {}),
      reason,
      ...(until ? { expiresAt: until.toISOString() } : {}),
    },
  }
}
