import { randomUUID } from 'node:crypto'

import { deleteByOperator } from '../../domains/accounts/deletion.service.ts'
import { setChatAccount } from '../../domains/accounts/discord-link/discord-link.service.ts'
import { proveMailbox } from '../../domains/accounts/own-mail/mailbox.service.ts'
import { refreshSession } from '../../domains/accounts/session/session.service.ts'
import { useOwnCode } from '../../domains/accounts/two-factor/codes.service.ts'
import { confirmTwoFactor } from '../../domains/accounts/two-factor/set-up.service.ts'
import { syncRolesOf } from '../../domains/discord-roles/roles.service.ts'
import { recheckReviews } from '../../domains/reviews/recheck.service.ts'
import { attachmentsOf } from '../../domains/tickets/support.files.service.ts'
import { byClock } from '../clock.ts'
import { codeTo } from '../mailed.ts'
import { person, type Person } from '../make.ts'
import {
  at,
  call,
  caller,
  inTurn,
  ofSpare,
  readied,
  rowsHeld,
  within,
  type LockAct,
  type LockActs,
  type Stage,
} from './lock-act.ts'

const principalOf = (who: Person, role: 'client' | 'admin') => ({
  ...who,
  sessionId: randomUUID(),
  role,
  twoFactor: false,
})

const unlinked = { discordId: null, discordName: null, isProven: false }

/** The act may be refused after it has waited, which does not matter here. */
const ignoreRefusal = () => {}

/** Saves the settings a second time, since the first save creates the row that can be locked. */
async function savedSettings(stage: Stage): Promise<LockAct> {
  const save = call('admin.settings.save')
  await save(stage)

  return { hold: rowsHeld('site_settings', 'id = 1'), act: () => save(stage) }
}

/** A login with a mailed code. */
async function mailedCode({ testShop }: Stage) {
  const { email } = await person(testShop.app)

  const codeReply = await testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/code',
    payload: { email },
  })

  const { name, value } = codeReply.cookies.find((cookie) => cookie.name === 'loginCode')!
  const code = await codeTo(testShop, email)

  return () =>
    testShop.http.inject({
      method: 'POST',
      url: '/api/users/login/code/enter',
      cookies: { [name]: value },
      payload: { code },
    })
}

/** Locks of accounts, notifications, reviews, settings, status and tickets. */
export const locksOfPeople: LockActs = {
  'accounts/people/people.queries lockAdmins': at(
    'users',
    call('admin.customers.endSessions', ofSpare),
  ),
  'accounts/customers/customers.admin.service lockCustomer': at(
    'users',
    call('admin.customers.note', ofSpare),
  ),
  'accounts/deletion.service lockCustomer': at('users', ({ testShop, gone }) =>
    deleteByOperator(testShop.app, gone.userId),
  ),
  'accounts/discord-link/discord-link.service setChatAccount': at('users', ({ testShop, spare }) =>
    setChatAccount(testShop.app, principalOf(spare, 'client'), unlinked, caller),
  ),
  'accounts/own-mail/mailbox.service proveMailbox': at(
    'users',
    within((tx, { spare }) => proveMailbox(tx, spare.userId, caller)),
  ),
  'accounts/saved-views/saved-views.service createView': at(
    'users',
    call('admin.savedViews.create'),
  ),
  'accounts/session/session.service refreshSession': at('refresh_tokens', ({ testShop }) =>
    refreshSession(testShop.app, 'unknown', caller).catch(ignoreRefusal),
  ),
  'accounts/two-factor/codes.service useOwnCode': at(
    'two_factors',
    within((tx, { spare }) => useOwnCode(tx, spare.userId, '123456')),
  ),
  'accounts/two-factor/set-up.service confirmTwoFactor': at('two_factors', ({ testShop, staff }) =>
    confirmTwoFactor(testShop.app, principalOf(staff, 'admin'), { code: '123456' }, caller).catch(
      ignoreRefusal,
    ),
  ),
  'accounts/people/staff-acts.service lockUser': at('users', call('admin.users.update', ofSpare)),
  'accounts/login/mail-code.service enterByLoginCode': readied('users', mailedCode),
  'discord-roles/roles.service storeTargetRoles': at('users', ({ testShop, spare }) =>
    syncRolesOf(testShop.app, spare.userId),
  ),
  'notifications/notifications.queries notificationById': at(
    'notifications',
    call('admin.notifications.setStatus'),
  ),
  'notifications/own.service markViewed': at(
    'users',
    call('ownNotifications.markViewed'),
    /for share of "users" for key share of "notifications"/,
  ),
  'notifications/own.service chooseNews': at(
    'users',
    call('ownNotifications.choose'),
    /for share of "users" on conflict/,
  ),
  'notifications/push/push.devices.service keepDevice': at('users', call('admin.push.keep')),
  'watch/watch.service updateAlerts': at('shop_alerts', ({ testShop }) =>
    byClock(testShop.app, 'watch the shop'),
  ),
  'reviews/recheck.service recheckReviews': at('reviews', ({ testShop, sample }) =>
    recheckReviews(testShop.app, sample.ids.paidOrderId!),
  ),
  'reviews/reviews.admin.service lockReview': at('reviews', call('admin.reviews.setStatus')),
  'reviews/reviews.service lockOwnReview': at('reviews', call('reviews.update')),
  'reviews/reviews.service reportReview': at('reviews', call('reviews.report')),
  'reviews/writers.service countWrite': at('users', call('reviews.update')),
  'reviews/writers.service holdPurchase': at('order_units', call('reviews.update')),
  'security/bans.service liftSame': inTurn(`hashtext('bans')`, call('admin.security.ban')),
  'settings/pages/site-pages.queries sitePageRow': at('site_pages', call('admin.sitePages.update')),
  'settings/pages/site-pages.service lockList': inTurn(
    `hashtext('site_pages')`,
    call('admin.sitePages.order'),
  ),
  'settings/settings.service writeSettings': savedSettings,
  'status/announcements/announcements.queries lockAnnouncement': at(
    'status_announcements',
    call('admin.announcements.update'),
  ),
  'tickets/live-chat.service claimDueTickets': at('tickets', ({ testShop }) =>
    byClock(testShop.app, 'read the channels of tickets'),
  ),
  'tickets/replies.service lockReply': at('saved_replies', call('admin.supportDesk.updateReply')),

  'tickets/support.files.service attachmentsOf': at(
    'ticket_files',
    within((tx, { sample: { who } }) =>
      attachmentsOf(tx, who.userId, [randomUUID()]).catch(ignoreRefusal),
    ),
  ),

  'tickets/support.service lockCustomer': at('users', call('support.open')),
  'tickets/tickets.service lockTicket': at('tickets', call('admin.supportDesk.assign')),
}
