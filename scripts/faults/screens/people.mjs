// Faults in the screens of users, staff and the shop's operation.
import { admin, fault } from './fault.mjs'

export const people = [
  fault(
    'a press on a row opens nothing',
    `${admin}components/row-link.tsx`,
    [
      "rowLink(pressedRow)?.dispatchEvent(new globalThis.MouseEvent('click', event.nativeEvent))",
      '',
    ],
    'tables',
  ),
  fault(
    'a menu keeps the focus to itself when it is left',
    'web/src/ui/menu.tsx',
    ['    button.current?.focus({ preventScroll: true })\n    onClose()', '    onClose()'],
    'tables',
  ),
  fault(
    'the day of a moment is that of London',
    `${admin}components/when.tsx`,
    [
      'describeMoment(happenedAt, new Date(), timeZone, language)',
      "describeMoment(happenedAt, new Date(), 'UTC', language)",
    ],
    'tables',
  ),
  fault(
    'the users do not say since when they are there',
    `${admin}users/users-page.tsx`,
    ['<When at={row.createdAt} />', "''"],
    'users',
  ),
  fault(
    'a banned user is shown as active',
    `${admin}users/users-page.tsx`,
    ["value={row.isBanned ? 'banned' : 'active'}", 'value="active"'],
    'users',
  ),
  fault(
    'what a user paid is not told',
    `${admin}users/user-details.tsx`,
    ['paid: money(full.figures.totalPayments),', 'paid: money(0),'],
    'users',
  ),
  fault(
    'a ban is sent without its reason',
    `${admin}users/use-user-acts.ts`,
    [
      'call(adminApi.users.ban, { ...at(user), body: { reason: reasonText } })',
      "call(adminApi.users.ban, { ...at(user), body: { reason: reasonText && '-' } })",
    ],
    'users',
  ),
  fault(
    'a ban for a time is shown as one for good',
    `${admin}security/security-page.tsx`,
    [
      "ban.expiresAt ? <When at={ban.expiresAt} /> : t('adminSecurity.permanent')",
      "t('adminSecurity.permanent')",
    ],
    'security',
  ),
  fault(
    'the device of a ban is not sent',
    `${admin}security/ban-body.ts`,
    ['...(hwid && { hwid }),', ''],
    'security',
  ),
  fault(
    'a notification is shown without its text',
    `${admin}notifications/notifications-page.tsx`,
    ['            {row.content}\n', ''],
    'notifications',
  ),
  fault(
    'it is not said that a notification did not arrive',
    `${admin}notifications/notifications-page.tsx`,
    [
      "row.status === 'sent' && row.deliveryStatus === 'failed'",
      "row.status === 'draft' && row.deliveryStatus === 'failed'",
    ],
    'notifications',
  ),
  fault(
    'a ticket does not say whose it is',
    `${admin}tickets/tickets-page.tsx`,
    ['<bdi>@{row.userName}</bdi>\n          </CustomerLink>', '<bdi />\n          </CustomerLink>'],
    'tickets',
  ),
  fault(
    'all tickets are counted as closed',
    `${admin}tickets/tickets-page.tsx`,
    ['number(stats.closedTickets)', 'number(stats.totalTickets)'],
    'tickets',
  ),
  fault(
    'what could not be filled in is sent to the customer',
    `${admin}tickets/desk/saved.ts`,
    ['.filter((place) => text.includes(place))', '.filter((place) => text === place)'],
    'support-desk-acts',
  ),
  fault(
    'nobody is seen to wait',
    `${admin}tickets/desk/inbox-row.tsx`,
    ["row.status === 'open' ? row.waitingSince : null", 'null as string | null'],
    'support-desk',
  ),
  fault(
    'a role is shown for no product',
    `${admin}discord/discord-page.tsx`,
    ["{row.products.join(', ') || t('discord.noProduct')}", "{t('discord.noProduct')}"],
    'discord',
  ),
  fault(
    'the error of a job is not shown',
    `${admin}jobs/jobs-page.tsx`,
    ['text={row.error}', 'text={null}'],
    'jobs',
  ),
  fault(
    'a job that gave up says that it runs again',
    `${admin}jobs/jobs-page.tsx`,
    ["row.state === 'dead' ? t('jobs.never') :", "row.state === 'running' ? t('jobs.never') :"],
    'jobs',
  ),
  fault(
    'the audit log does not say from where',
    `${admin}audit/audit-page.tsx`,
    ["{row.ip ?? '-'}", "{'-'}"],
    'audit',
  ),
  fault(
    'the memory of the machine is shown as its disk',
    `${admin}system/system-page.tsx`,
    ['statText(systemStats?.diskUsage)', 'statText(systemStats?.memoryUsage)'],
    'system',
  ),
  {
    name: 'what is wrong with the link to the chat is said on another tab',
    file: `${admin}settings/settings-rules.ts`,
    from: "discordSupportLink: 'contact',",
    to: "discordSupportLink: 'legal',",
    seenBy: ['web', 'settings/settings-rules'],
  },
  fault(
    'what waits on the desk is not counted in the frame',
    `${admin}shell/use-waiting-counts.ts`,
    [
      'onDesk: openCases ? openCases.open + openCases.unmatched : 0,',
      'onDesk: openCases ? openCases.unmatched : 0,',
    ],
    'shell',
  ),
  fault(
    'jobs that gave up lead to the whole queue',
    `${admin}shell/waiting.tsx`,
    ["to={paths.adminSection('jobs', { state: 'dead' })}", "to={paths.adminSection('jobs')}"],
    'shell',
  ),
]
