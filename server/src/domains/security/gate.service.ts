import { staffRoles } from '@chaveiro/contracts/limits'
import type { AnyRoute } from '@chaveiro/contracts/route'

import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { isOwnRead, type RequestContext, type Caller } from '../../platform/http/mount.ts'
import { networkOf } from '../../platform/text/address.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { maintenance } from '../settings/settings.service.ts'
import { banOfAddress } from './bans.service.ts'

/** What identifies staff without a valid token. */
export type StaffSigns = { hasCookie(): Promise<boolean>; hasAgedToken(): Promise<boolean> }

/**
 * Whether a call is a way of logging in; a captcha that is asked for by its action is one for that
 * action alone.
 */
function isLogin(route: AnyRoute, { query }: RequestContext['request']): boolean {
  if (route.passes !== 'login') return false
  if (route.captcha || !('action' in (query as object))) return true

  return (query as { action: unknown }).action === 'login'
}

/**
 * Whether the shop answers a call now. A banned address gets nothing but the login, so that staff
 * cannot lock themselves out (Q13). During maintenance, visitors get only what finishes a payment
 * and lets staff in (Q97). Staff pass both, and so does their refresh, by its cookie. Staff whose
 * token only expired get 401, so that they refresh it.
 */
export async function gate(
  app: App,
  route: AnyRoute,
  asking: RequestContext,
  staff: StaffSigns,
): Promise<void> {
  const { principal, request } = asking
  if (principal && staffRoles.includes(principal.role)) return
  if (isLogin(route, request)) return

  await refuseBanned(app, route, asking, staff)
  if (route.passes === 'maintenance') return

  const { on, message } = await maintenance(app)
  if (!on) return
  if (await staff.hasAgedToken()) throw fail('auth.required')

  throw fail('maintenance', { message })
}

/**
 * Throws what a banned address is told, unless the call finishes a payment and a cookie of staff
 * comes with it.
 */
async function refuseBanned(
  app: App,
  route: AnyRoute,
  { caller, request }: RequestContext,
  staff: StaffSigns,
): Promise<void> {
  const reason = isOwnRead(request) ? null : await banOfAddress(app, caller.ip)
  if (reason === null) return
  if (route.passes === 'maintenance' && (await staff.hasCookie())) return
  if (await staff.hasAgedToken()) throw fail('auth.required')

  await noteBlocked(app, caller, route)
  throw fail('auth.ip_banned', { reason })
}

// One line a minute for each address, however often it knocks: the log must not fill the disk.
const blockedOnceMs = 60_000
const blockedMost = 10_000
const noted = new WeakMap<App['pool'], Map<string, number>>()

async function noteBlocked(app: App, caller: Caller, route: AnyRoute): Promise<void> {
  const seen = noted.get(app.pool) ?? new Map<string, number>()
  noted.set(app.pool, seen)
  const [network, now] = [networkOf(caller.ip), app.clock.now().getTime()]
  if (now - (seen.get(network) ?? -Infinity) < blockedOnceMs) return

  if (seen.size >= blockedMost) seen.delete(seen.keys().next().value!)
  seen.set(network, now)

  await inTransaction(app, (tx) =>
    recordAudit(tx, {
      action: 'request.blocked',
      targetType: 'address',
      targetId: network,
      details: { call: `${route.method} ${route.path}` },
      ip: caller.ip,
    }),
  )
}
