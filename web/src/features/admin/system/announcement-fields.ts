import type { AdminApi } from '@chaveiro/contracts/admin'

import type { Reply } from '../../../api/http.ts'
import { fieldOfMoment, momentOfField } from '../shared/shop-clock.ts'

export type Announcement = Reply<AdminApi['announcements']['list']>['announcements'][number]
type Text = { title: string; text: string }

export type AnnouncementFields = Pick<Announcement, 'part' | 'kind'> & {
  /** In the shop's time zone (P660), as a datetime-local value; an empty end means open. */
  startedAt: string
  endedAt: string
  'pt-BR': Text
  'en-US': Text
}

/** Initial values: an existing announcement, or an incident of the shop that starts now. */
export const announcementFields = (
  announcement: Announcement | undefined,
  now: Date,
): AnnouncementFields => {
  if (announcement)
    return {
      part: announcement.part,
      kind: announcement.kind,
      startedAt: fieldOfMoment(new Date(announcement.startedAt)),
      endedAt: announcement.endedAt ? fieldOfMoment(new Date(announcement.endedAt)) : '',
      ...announcement.texts,
    }

  return {
    part: 'shop',
    kind: 'incident',
    startedAt: fieldOfMoment(now),
    endedAt: '',
    'pt-BR': { title: '', text: '' },
    'en-US': { title: '', text: '' },
  }
}

const trimTexts = ({ title, text }: Text): Text => ({ title: title.trim(), text: text.trim() })

export const announcementBody = (fields: AnnouncementFields) => ({
  part: fields.part,
  kind: fields.kind,
  texts: { 'pt-BR': trimTexts(fields['pt-BR']), 'en-US': trimTexts(fields['en-US']) },
  startedAt: momentOfField(fields.startedAt).toISOString(),
  endedAt: fields.endedAt ? momentOfField(fields.endedAt).toISOString() : null,
})
