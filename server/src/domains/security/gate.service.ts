import { staffRoles } from '@chaveiro/contracts/limits'
import type { AnyRoute } from '@chaveiro/contracts/route'

import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { isOwnRead, type RequestContext, type Caller } from '../../platform/http/mount.ts'
import { networkOf } from '../../platform/text/ip-address.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { maintenance } from '../settings/settings.service.ts'
import { banOfAddress } from './bans.service.ts'

/** Signs of staff in a request without a valid token. */
export type StaffSigns = { hasCookie(): Promise<boolean>; hasAgedToken(): Promise<boolean> }

/**
 * Whether a call is part of logging in. A call for a captcha challenge counts only if its query
 * names the action login.
 */
function isLogin(route: AnyRoute, { query }: RequestContext['request']): boolean {
  if (route.passes !== 'login') return false
  if (route.captcha || !('action' in (query as object))) return true

  return (query as { action: unknown }).action === 'login'
}

/**
 * Throw when a ban or maintenance blocks a call. A banned IP address can only log in, so that staff
 * cannot lock themselves out (Q13). During maintenance, visitors can only finish a payment, and
 * staff can log in (Q97). Ban and maintenance never block staff, nor a token refresh with a cookie
 * of staff. A blocked call with an expired token of staff gets 401, so that the client refreshes
 * the token.
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

  await requireNotBanned(app, route, asking, staff)
  if (route.passes === 'maintenance') return

  const { on, message } = await maintenance(app)
  if (!on) return
  if (await staff.hasAgedToken()) throw fail('auth.required')

  throw fail('maintenance', { message })
}

/**
 * Throws for a banned IP address, unless the call is open during maintenance (such as a token
 * refresh) and has a cookie of staff.
 */
async function requireNotBanned(
  app: App,
  route: AnyRoute,
  { caller, request }: RequestContext,
  staff: StaffSigns,
): Promise<void> {
  const banReason = isOwnRead(request) ? null : await banOfAddress(app, caller.ip)
  if (banReason === null) return
  if (route.passes === 'maintenance' && (await staff.hasCookie())) return
  if (await staff.hasAgedToken()) throw fail('auth.required')

  await recordBlocked(app, caller, route)
  throw fail('auth.ip_banned', { reason: banReason })
}

// One audit entry a minute for each network: repeated requests must not fill the disk.
const entryIntervalMs = 60_000
const mostNetworks = 10_000
const blockedByPool = new WeakMap<App['pool'], Map<string, number>>()

async function recordBlocked(app: App, caller: Caller, route: AnyRoute): Promise<void> {
  const lastEntries = blockedByPool.get(app.pool) ?? new Map<string, number>()
  blockedByPool.set(app.pool, lastEntries)
  const [network, now] = [networkOf(caller.ip), app.clock.now().getTime()]
  if (now - (lastEntries.get(network) ?? -Infinity) < entryIntervalMs) return

  if (lastEntries.size >= mostNetworks) lastEntries.delete(lastEntries.keys().next().value!)
  lastEntries.set(network, now)

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
