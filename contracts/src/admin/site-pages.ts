import { z } from 'zod'

import { lengths, sitePageLimits } from '../lengths.ts'
import { richText } from '../rich-text.ts'
import { route } from '../route.ts'
import { entityId, instant, success, uuid } from '../shared.ts'

const texts = { title: z.string(), content: z.string() }

const head = {
  ...entityId,
  slug: z.string(),
  /** By language; '' is none. */
  titles: z.object({ 'pt-BR': z.string(), 'en-US': z.string() }),
  isPublished: z.boolean(),
  inFooter: z.boolean(),
  version: z.int(),
  updatedAt: instant,
}

/** A page as the list has it. */
export const listedSitePage = z.object(head)

/** A page as staff edit it, its text in Markdown. */
export const adminSitePage = z.object({
  ...head,
  texts: z.object({ 'pt-BR': z.object(texts), 'en-US': z.object(texts) }),
})

const textsIn = z.object({
  title: z
    .string()
    .trim()
    .max(lengths.pageTitle)
    .regex(/^[^\u0000-\u001f\u007f]*$/),
  // page.too_long reports the maximum length, with the language.
  content: z.string(),
})

const fields = {
  slug: z
    .string()
    .max(lengths.slug)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  texts: z.object({ 'pt-BR': textsIn, 'en-US': textsIn }),
  isPublished: z.boolean(),
  inFooter: z.boolean(),
}

const id = z.object({ id: uuid })
const one = z.object({ ...success, page: adminSitePage, data: adminSitePage })

const list = z.object({
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
    reply: list,
  }),

  order: route({
    method: 'PUT',
    path: '/api/admin/pages/order',
    access: 'staff',
    summary: 'Put the pages in another order; those that are not named follow as they stood',
    body: z.object({ ids: z.array(uuid).max(sitePageLimits.pages) }),
    reply: list,
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
    reply: one,
    errors: ['page.not_found'],
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/pages',
    access: 'staff',
    summary: 'Write a page of the shop',
    body: z.object(fields),
    reply: one,
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
    body: z.object({ ...fields, version: z.int().min(1) }).partial(),
    reply: one,
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
