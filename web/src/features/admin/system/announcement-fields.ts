import type { AdminApi } from '@chaveiro/contracts/admin'

import type { Reply } from '../../../api/http.ts'
import { fieldOfMoment, momentOfField } from '../shared/shop-clock.ts'

export type Announcement = Reply<AdminApi['announcements']['list']>['announcements'][number]
type Text = { title: string; text: string }

export type AnnouncementFields = Pick<Announcement, 'part' | 'kind'> & {
  /** By the shop's clock (P660), as the browser's field writes it; an empty end is none. */
  startedAt: string
  endedAt: string
  'pt-BR': Text
  'en-US': Text
}

/** What the form begins with: what stands, or an incident of the shop that begins now. */
export const fieldsOf = (announcement: Announcement | undefined, now: Date): AnnouncementFields =>
  announcement
    ? {
        part: announcement.part,
        kind: announcement.kind,
        startedAt: fieldOfMoment(new Date(announcement.startedAt)),
        endedAt: announcement.endedAt ? fieldOfMoment(new Date(announcement.endedAt)) : '',
        ...announcement.texts,
      }
    : {
        part: 'shop',
        kind: 'incident',
        startedAt: fieldOfMoment(now),
        endedAt: '',
        'pt-BR': { title: '', text: '' },
        'en-US': { title: '', text: '' },
      }

const trimmed = ({ title, text }: Text): Text => ({ title: title.trim(), text: text.trim() })

/** What a filled-in form sends. */
export const bodyOf = (fields: AnnouncementFields) => ({
  part: fields.part,
  kind: fields.kind,
  texts: { 'pt-BR': trimmed(fields['pt-BR']), 'en-US': trimmed(fields['en-US']) },
  startedAt: momentOfField(fields.startedAt).toISOString(),
  endedAt: fields.endedAt ? momentOfField(fields.endedAt).toISOString() : null,
})
