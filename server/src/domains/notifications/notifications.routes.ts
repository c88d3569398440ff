import type { Api } from '@chaveiro/contracts'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import {
  deliveryStatuses,
  notificationPriorities,
  notificationTypes,
} from '@chaveiro/contracts/states'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Caller, Handlers, Principal } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import {
  notificationById,
  publishedNotifications,
  tallyNotifications,
} from './notifications.queries.ts'
import type { Sent } from './notifications.rules.ts'
import { deleteNotification, sendNotification } from './notifications.service.ts'
import { readerView, sumByProperty } from './notifications.views.ts'

export const notificationsRoutes: Handlers<Api['notifications']> = {
  async guildId(app) {
    return {
      success: true as const,
      guildId: app.config.discordGuildId,
      data: { guildId: app.config.discordGuildId },
    }
  },

  async widget(app, { params }) {
    if (!app.providers.chatWidget || params.guildId !== app.config.discordGuildId)
      throw fail('chat.off')

    const widgetResult = await app.providers.chatWidget.read()
    if (widgetResult.kind !== 'ok') throw fail('chat.unreachable')

    return { success: true as const, widget: widgetResult.value }
  },

  async list(app, { params, query }) {
    assertOwnGuild(app, params.guildId)
    const oldestFirst = query.sortOrder === 'asc'
    const readPage = () => publishedPage(app, { ...query, oldestFirst })
    // Pages that the bell requests are cached. All others are built for each request, so that a
    // crawl does not fill the cache.
    const isCached = !oldestFirst && query.page <= 10 && (query.limit === 10 || query.limit === 100)

    return isCached
      ? new CachedJson(
          await app.publicCache.get(`notifications:${query.limit}:${query.page}`, readPage),
        )
      : readPage()
  },

  async stats(app, { params, query }) {
    assertOwnGuild(app, params.guildId)

    const notificationTally = await tallyNotifications(
      app,
      secondsAfter(app.clock.now(), -86_400 * Number.parseInt(query.period, 10)),
    )

    return {
      success: true as const,
      data: {
        period: query.period,
        total: notificationTally.reduce((sum, row) => sum + row.n, 0),
        byType: sumByProperty(notificationTally, 'type', notificationTypes),
        byStatus: sumByProperty(notificationTally, 'delivery', deliveryStatuses),
        byPriority: sumByProperty(notificationTally, 'priority', notificationPriorities),
      },
    }
  },

  async byAuthor(app, { params, query }) {
    assertOwnGuild(app, params.guildId)
    return publishedPage(app, { ...query, authorId: params.authorId })
  },

  async read(app, { params }) {
    assertOwnGuild(app, params.guildId)
    const row = await notificationById(app, params.id)
    if (row?.publication !== 'sent') throw fail('notification.not_found')

    return { success: true as const, notification: readerView(row), data: readerView(row) }
  },

  async remove(app, { params, principal, caller }) {
    assertOwnGuild(app, params.guildId)
    return deleteAndReply(app, principal, params.id, caller)
  },
  async send(app, { body, principal, caller }) {
    return sendAndReply(app, principal, body, caller)
  },
}

const sentTexts = {
  stored: {
    'pt-BR': 'Notificação guardada, ainda não publicada.',
    'en-US': 'Notification stored, not published yet.',
  },
  sent: { 'pt-BR': 'Notificação enviada.', 'en-US': 'Notification sent.' },
} satisfies Record<string, Localized>

/** Sends a notification; returns the reply for the endpoints of shop and back office (Q31). */
export async function sendAndReply(app: App, principal: Principal, body: Sent, caller: Caller) {
  const notificationRow = await sendNotification(app, { principal, caller }, body)

  // For the sender `status` is the publication, as in the staff's list, not the delivery to the
  // chat server.
  const notification = {
    ...readerView(notificationRow),
    status: notificationRow.publication === 'pending' ? ('pending' as const) : ('sent' as const),
  }

  return {
    success: true as const,
    message: inLanguage(
      caller.language,
      notificationRow.publication === 'pending' ? sentTexts.stored : sentTexts.sent,
    ),
    notification,
    data: notification,
  }
}

/** Deletes a notification; returns the reply for the endpoints of shop and back office. */
export async function deleteAndReply(app: App, principal: Principal, id: string, caller: Caller) {
  await deleteNotification(app, { principal, caller }, id)
  return {
    success: true as const,
    message: inLanguage(caller.language, {
      'pt-BR': 'Notificação excluída.',
      'en-US': 'Notification deleted.',
    }),
  }
}

async function publishedPage(app: App, filter: Parameters<typeof publishedNotifications>[1]) {
  const { rows, total } = await publishedNotifications(app, filter)
  return {
    success: true as const,
    data: { notifications: rows.map(readerView), pagination: pagesOf(total, filter) },
  }
}

/**
 * The shop has one chat server. Its notifications are served under its id and, in every shop, under
 * `default` (Q75).
 */
function assertOwnGuild(app: App, guildId: string): void {
  if (guildId !== 'default' && guildId !== app.config.discordGuildId)
    throw fail('notification.none')
}
