import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { defaultCategoryColor } from '../product-limits.ts'
import { route } from '../route.ts'
import { csvReply, entityId, imageIn, instant, line, success, uuid } from '../shared.ts'

export const adminCategory = z.object({
  ...entityId,
  name: z.string(),
  nameEn: z.string().nullable().optional(),
  description: z.string(),
  image: z.string().nullable(),
  color: z.string(),
  active: z.boolean(),
  productCount: z.int(),
  isDefault: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})

const categoryFields = {
  name: line(lengths.categoryName),
  /** '' and null mean that the category has no English name. */
  nameEn: z
    .literal('')
    .or(line(lengths.categoryName))
    .nullable()
    .transform((text) => text || null),
  description: z.string().trim().min(1).max(lengths.categoryDescription),
  image: imageIn,
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  active: z.boolean(),
}

const id = { id: uuid }
const categoryReply = z.object({ ...success, category: adminCategory, data: adminCategory })

/** Back-office calls of categories (Q29). */
export const categories = {
  list: route({
    method: 'GET',
    path: '/api/product/list-categories',
    access: 'staff',
    summary: 'All categories, as an array',
    reply: z.array(adminCategory),
  }),

  export: route({
    method: 'GET',
    path: '/api/product/list-categories/export.csv',
    access: 'staff',
    summary: 'All categories as CSV',
    ...csvReply,
  }),

  create: route({
    method: 'POST',
    path: '/api/product/create-category',
    access: 'staff',
    summary: 'Create a category',
    body: z.object({
      ...categoryFields,
      nameEn: categoryFields.nameEn.optional(),
      image: categoryFields.image.optional(),
      color: categoryFields.color.default(defaultCategoryColor),
      active: categoryFields.active.default(true),
    }),
    reply: categoryReply,
    errors: ['category.name_taken'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/product/update-category/:id',
    also: ['PATCH /api/product/update-category/:id'],
    access: 'staff',
    summary: 'Change some or all fields of a category',
    params: z.object(id),
    body: z.object(categoryFields).partial(),
    reply: categoryReply,
    errors: ['category.not_found', 'category.name_taken', 'category.default'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/product/delete-category/:id',
    access: 'staff',
    summary: 'Delete a category; its products move to general, which itself stays (Q42, Q43)',
    params: z.object(id),
    reply: z.object({ ...success, movedProducts: z.int() }),
    errors: ['category.not_found', 'category.default'],
  }),
}
