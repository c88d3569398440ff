import { z } from 'zod'

import { lengths } from './lengths.ts'
import { languages } from './limits.ts'
import { richText } from './rich-text.ts'
import { route } from './route.ts'
import { instant, success } from './shared.ts'

/** A page that staff wrote, as a visitor reads it. */
export const sitePage = z.object({
  slug: z.string(),
  title: z.string(),
  /** Its beginning as plain words, for search engines. */
  description: z.string(),
  tree: richText,
  /** What its text is written in: the other language where it has none in the one asked for. */
  language: z.enum(languages),
  updatedAt: instant,
})

/** A question of the first page with what is drawn of its answer. */
export const ownQuestion = z.object({
  asked: z.string(),
  tree: richText,
  language: z.enum(languages),
})

export const sitePages = {
  questions: route({
    method: 'GET',
    path: '/api/server/questions',
    access: 'public',
    summary: "The owner's questions of the first page, in the language of lng or Accept-Language",
    query: z.object({ lng: z.enum(languages).optional() }),
    reply: z.object({ ...success, questions: z.array(ownQuestion) }),
  }),

  read: route({
    method: 'GET',
    path: '/api/server/pages/:slug',
    access: 'public',
    summary: 'A published page that staff wrote, in the language of lng or Accept-Language',
    params: z.object({ slug: z.string().max(lengths.slug) }),
    query: z.object({ lng: z.enum(languages).optional() }),
    reply: z.object({ ...success, page: sitePage }),
    errors: ['page.not_found'],
  }),
}
