import { z } from 'zod'

import { lengths, sitePageLimits } from '../lengths.ts'
import { richText } from '../rich-text.ts'
import { route } from '../route.ts'
import { entityId, instant, success, uuid } from '../shared.ts'

const pageTexts = { title: z.string(), content: z.string() }

const pageHead = {
  ...entityId,
  slug: z.string(),
  /** The title in each language; '' for no title. */
  titles: z.object({ 'pt-BR': z.string(), 'en-US': z.string() }),
  isPublished: z.boolean(),
  inFooter: z.boolean(),
  version: z.int(),
  updatedAt: instant,
}

/** A page in the list of pages. */
export const listedSitePage = z.object(pageHead)

/** A page as staff edit it, its text in Markdown. */
export const adminSitePage = z.object({
  ...pageHead,
  texts: z.object({ 'pt-BR': z.object(pageTexts), 'en-US': z.object(pageTexts) }),
})

const textsInput = z.object({
  title: z
    .string()
    .trim()
    .max(lengths.pageTitle)
    .regex(/^[^\u0000-\u001f\u007f]*$/),
  // No maximum length here: the error page.too_long names the language of a text that is too long.
  content: z.string(),
})

const pageFields = {
  slug: z
    .string()
    .max(lengths.slug)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  texts: z.object({ 'pt-BR': textsInput, 'en-US': textsInput }),
  isPublished: z.boolean(),
  inFooter: z.boolean(),
}

const id = z.object({ id: uuid })
const pageReply = z.object({ ...success, page: adminSitePage, data: adminSitePage })

const pageListReply = z.object({
  ...success,
  pages: z.array(listedSitePage),
  data: z.array(listedSitePage),
})

/** Back-office calls of pages that staff write. */
export const sitePages = {
  list: route({
    method: 'GET',
    path: '/api/admin/pages',
    access: 'staff',
    summary: 'The pages that staff wrote, in their order',
    reply: pageListReply,
  }),

  order: route({
    method: 'PUT',
    path: '/api/admin/pages/order',
    access: 'staff',
    summary: 'Put the pages in another order; those that are not named follow as they stood',
    body: z.object({ ids: z.array(uuid).max(sitePageLimits.pages) }),
    reply: pageListReply,
  }),

  preview: route({
    method: 'POST',
    path: '/api/admin/pages/preview',
    access: 'staff',
    summary: 'What is drawn of a text in Markdown, for the editor of pages',
    body: z.object({ text: z.string() }),
    reply: z.object({ ...success, tree: richText }),
    errors: ['text.refused'],
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/pages/:id',
    access: 'staff',
    summary: 'A page as staff edit it',
    params: id,
    reply: pageReply,
    errors: ['page.not_found'],
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/pages',
    access: 'staff',
    summary: 'Write a page of the shop',
    body: z.object(pageFields),
    reply: pageReply,
    errors: ['page.slug_taken', 'page.too_long', 'page.empty', 'page.full'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/pages/:id',
    access: 'staff',
    summary:
      'Change some or all of a page; with the version that was read, a change by another is ' +
      'answered by 409 and the current page',
    params: id,
    body: z.object({ ...pageFields, version: z.int().min(1) }).partial(),
    reply: pageReply,
    errors: ['page.not_found', 'page.changed', 'page.slug_taken', 'page.too_long', 'page.empty'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/pages/:id',
    access: 'staff',
    summary: 'Delete a page; its address is not found from then on',
    params: id,
    reply: z.object({ ...success, message: z.string() }),
    errors: ['page.not_found'],
  }),
}
