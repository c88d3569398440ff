import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { route } from '../route.ts'
import { shownAnnouncement } from '../server.ts'
import { announcementKinds, serviceParts } from '../service-states.ts'
import { instant, instantIn, line, plainText, success, uuid } from '../shared.ts'

/** An announcement about a service on the status page, as staff see it. */
export const adminAnnouncement = shownAnnouncement.extend({
  createdAt: instant,
  updatedAt: instant,
})

const textInput = z.object({
  title: line(lengths.noticeTitle),
  text: plainText(lengths.noticeText).min(1),
})

const announcementFields = {
  part: z.enum(serviceParts),
  kind: z.enum(announcementKinds),
  /** Both languages are required, because no page may mix languages. */
  texts: z.object({ 'pt-BR': textInput, 'en-US': textInput }),
  startedAt: instantIn,
  /** null while the announced incident or maintenance is ongoing. */
  endedAt: instantIn.nullable(),
}

const id = z.object({ id: uuid })

const announcementReply = z.object({
  ...success,
  announcement: adminAnnouncement,
  data: adminAnnouncement,
})

/** Back-office calls of announcements on the status page (P281). */
export const announcements = {
  list: route({
    method: 'GET',
    path: '/api/admin/announcements',
    access: 'staff',
    summary: 'What staff say on the status page: what the page shows and what is to come',
    reply: z.object({
      ...success,
      announcements: z.array(adminAnnouncement),
      data: z.array(adminAnnouncement),
    }),
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/announcements',
    access: 'staff',
    summary: 'Say something about a service on the status page, in both languages',
    body: z.object({ ...announcementFields, endedAt: announcementFields.endedAt.default(null) }),
    reply: announcementReply,
    errors: ['announcement.dates', 'announcement.ahead'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/announcements/:id',
    also: ['PATCH /api/admin/announcements/:id'],
    access: 'staff',
    summary: 'Change some or all fields of what is said; endedAt closes it',
    params: id,
    body: z.object(announcementFields).partial(),
    reply: announcementReply,
    errors: ['announcement.not_found', 'announcement.dates', 'announcement.ahead'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/announcements/:id',
    access: 'staff',
    summary: 'Take back what was said on the status page',
    params: id,
    reply: z.object({ ...success, message: z.string() }),
    errors: ['announcement.not_found'],
  }),
}
