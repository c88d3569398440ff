import type { announcements } from '@chaveiro/contracts/admin/announcements'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { listAnnouncements, type AdminAnnouncement } from './announcements.queries.ts'
import {
  createAnnouncement,
  removeAnnouncement,
  updateAnnouncement,
} from './announcements.service.ts'

/** Back-office calls of the status page's announcements. */
export const announcementsAdmin: Handlers<typeof announcements> = {
  async list(app) {
    const adminAnnouncements = await listAnnouncements(app)
    return { success: true as const, announcements: adminAnnouncements, data: adminAnnouncements }
  },
  async create(app, input) {
    return reply(await createAnnouncement(app, input.body, actorOf(input)))
  },
  async update(app, input) {
    return reply(await updateAnnouncement(app, input.params.id, input.body, actorOf(input)))
  },

  async remove(app, input) {
    await removeAnnouncement(app, input.params.id, actorOf(input))
    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Aviso excluído.',
        'en-US': 'Announcement deleted.',
      }),
    }
  },
}

const reply = (announcement: AdminAnnouncement) => ({
  success: true as const,
  announcement,
  data: announcement,
})
