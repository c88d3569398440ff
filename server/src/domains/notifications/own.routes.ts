import type { Api } from '@chaveiro/contracts'

import type { App } from '../../platform/app.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { ownState } from './own.queries.ts'
import { chooseNews, markViewed } from './own.service.ts'

/** A person's seen notifications and choice of news, on all their devices. */
export const ownNotificationsRoutes: Handlers<Api['ownNotifications']> = {
  read: (app, { principal }) => stateReply(app, principal.userId),
  async markViewed(app, { body, principal }) {
    await markViewed(app, principal.userId, body.ids)
    return stateReply(app, principal.userId)
  },
  async choose(app, { body, principal }) {
    await chooseNews(app, principal.userId, body)
    return stateReply(app, principal.userId)
  },
}

async function stateReply(app: App, userId: string) {
  return { success: true as const, ...(await ownState(app, userId)) }
}
