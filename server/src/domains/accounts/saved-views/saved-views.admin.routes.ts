import type { savedViews } from '@chaveiro/contracts/admin/saved-views'

import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import {
  createView,
  removeView,
  updateView,
  viewsOf,
  type Keeper,
  type SavedView,
} from './saved-views.service.ts'

const shown = ({ id, section, name, filters, hidden }: SavedView) => ({
  id,
  _id: id,
  section,
  name,
  filters,
  hidden,
})

const keeper = (
  asking: Parameters<typeof actorOf>[0] & { principal: { userId: string } },
): Keeper => ({
  userId: asking.principal.userId,
  actor: actorOf(asking),
})

/** Calls of the views that each of the staff keeps. */
export const savedViewsAdmin: Handlers<typeof savedViews> = {
  async list(app, { principal }) {
    return { success: true as const, views: (await viewsOf(app, principal.userId)).map(shown) }
  },
  async create(app, { body, ...asking }) {
    return { success: true as const, view: shown(await createView(app, keeper(asking), body)) }
  },
  async update(app, { params, body, ...asking }) {
    const view = await updateView(app, keeper(asking), params.id, body)
    return { success: true as const, view: shown(view) }
  },
  async remove(app, { params, ...asking }) {
    await removeView(app, keeper(asking), params.id)
    return { success: true as const }
  },
}
