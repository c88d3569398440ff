import { z } from 'zod'

import { route } from '../route.ts'
import { entityId, line, success, uuid } from '../shared.ts'

/** Tables with saved views, by their section names in the URL. */
export const viewSections = [
  'orders',
  'transactions',
  'carts',
  'users',
  'products',
  'licenses',
  'stock',
  'cupons',
  'reviews',
] as const

export type ViewSection = (typeof viewSections)[number]

export const viewLimits = {
  /** Limit of saved views of a person in one section. */
  each: 20,
  name: 40,
  filters: 12,
  value: 200,
  columns: 30,
} as const

const plainWord = z.string().regex(/^[a-zA-Z]{1,30}$/)

const viewFields = {
  name: line(viewLimits.name),
  /** Filters and sort as in the section's URL. */
  filters: z
    .record(plainWord, line(viewLimits.value))
    .refine((given) => Object.keys(given).length <= viewLimits.filters),
  /** Hidden columns. */
  hidden: z.array(plainWord).max(viewLimits.columns),
}

const savedView = z.object({
  ...entityId,
  section: z.enum(viewSections),
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  hidden: z.array(z.string()),
})

const viewReply = z.object({ ...success, view: savedView })
const id = z.object({ id: uuid })

/** Saved views of the big tables, named by each member of staff for themselves (P406). */
export const savedViews = {
  list: route({
    method: 'GET',
    path: '/api/admin/views',
    access: 'staff',
    summary: 'The views that one keeps, of every section, oldest first',
    reply: z.object({ ...success, views: z.array(savedView) }),
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/views',
    access: 'staff',
    summary: 'Keep filters, sort and columns of a section under a name',
    body: z.object({ section: z.enum(viewSections), ...viewFields }),
    reply: viewReply,
    errors: ['view.name_taken', 'view.too_many'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/views/:id',
    access: 'staff',
    summary: 'Rename a view of one’s own, or keep other filters and columns in it',
    params: id,
    body: z.object(viewFields).partial(),
    reply: viewReply,
    errors: ['view.not_found', 'view.name_taken'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/views/:id',
    access: 'staff',
    summary: 'Forget a view of one’s own',
    params: id,
    reply: z.object(success),
    errors: ['view.not_found'],
  }),
}
