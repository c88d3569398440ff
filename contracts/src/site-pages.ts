import { z } from 'zod'

import { lengths } from './lengths.ts'
import { languages } from './limits.ts'
import { richText } from './rich-text.ts'
import { route } from './route.ts'
import { instant, success } from './shared.ts'

/** A page written by staff, as visitors read it. */
export const sitePage = z.object({
  slug: z.string(),
  title: z.string(),
  /** The beginning of the page as plain text, for search engines. */
  description: z.string(),
  tree: richText,
  /** The text's language: the other language when the page has no text in the requested one. */
  language: z.enum(languages),
  updatedAt: instant,
})

/** A question of the first page with its rendered answer. */
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
