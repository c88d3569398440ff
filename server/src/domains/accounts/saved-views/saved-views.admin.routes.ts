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

const viewReply = ({ id, section, name, filters, hidden }: SavedView) => ({
  id,
  _id: id,
  section,
  name,
  filters,
  hidden,
})

const keeperOf = (
  asking: Parameters<typeof actorOf>[0] & { principal: { userId: string } },
): Keeper => ({
  userId: asking.principal.userId,
  actor: actorOf(asking),
})

/** Calls of the views that members of staff save. */
export const savedViewsAdmin: Handlers<typeof savedViews> = {
  async list(app, { principal }) {
    return { success: true as const, views: (await viewsOf(app, principal.userId)).map(viewReply) }
  },
  async create(app, { body, ...asking }) {
    return {
      success: true as const,
      view: viewReply(await createView(app, keeperOf(asking), body)),
    }
  },
  async update(app, { params, body, ...asking }) {
    const view = await updateView(app, keeperOf(asking), params.id, body)
    return { success: true as const, view: viewReply(view) }
  },
  async remove(app, { params, ...asking }) {
    await removeView(app, keeperOf(asking), params.id)
    return { success: true as const }
  },
}
