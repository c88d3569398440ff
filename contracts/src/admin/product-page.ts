import { z } from 'zod'

import { lengths, pageLimits } from '../lengths.ts'
import { uploadLimits } from '../product-limits.ts'
import { richText } from '../rich-text.ts'
import { route } from '../route.ts'
import { entityId, success, uuid } from '../shared.ts'
import { productStatuses } from '../states.ts'

const image = {
  url: z.string(),
  altPt: z.string(),
  altEn: z.string(),
  width: z.int(),
  height: z.int(),
}

/** Source texts of one language, in Markdown but for the two of search engines; '' is none. */
const texts = {
  body: z.string(),
  requirements: z.string(),
  includes: z.string(),
  guide: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
}

/** English texts include the product's name and summary. */
const english = { name: z.string(), summary: z.string(), ...texts }

/** The editable parts of a product's page; `version` is the product's. */
export const adminProductPage = z.object({
  ...entityId,
  version: z.int(),
  slug: z.string(),
  texts: z.object({ 'pt-BR': z.object(texts), 'en-US': z.object(english) }),
  images: z.array(z.object(image)),
  related: z.array(z.object({ ...entityId, name: z.string(), status: z.enum(productStatuses) })),
})

/** `/products/category` is the route of category pages. */
const slug = z
  .string()
  .max(lengths.slug)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .refine((given) => given !== 'category')

const oneLine = z
  .string()
  .trim()
  .regex(/^[^\u0000-\u001f\u007f]*$/)

const side = z.int().min(1).max(uploadLimits.side)

const imagesIn = z.array(
  z.object({
    /** The URL that the upload call returned. */
    url: z.string().regex(/^\/uploads\/[0-9a-f]{64}\.webp$/),
    altPt: oneLine.max(lengths.pictureText).default(''),
    altEn: oneLine.max(lengths.pictureText).default(''),
    width: side,
    height: side,
  }),
)

// text.refused reports the maximum length, with the field's name (L051).
const lines = { seoTitle: oneLine, seoDescription: oneLine }

const textsIn = z
  .object({
    'pt-BR': z.object({ ...texts, ...lines }).partial(),
    'en-US': z.object({ ...english, ...lines, name: oneLine }).partial(),
  })
  .partial()

const id = { id: uuid }
const reply = z.object({ ...success, page: adminProductPage, data: adminProductPage })

/** Back-office calls of the pages of products. */
export const productPages = {
  read: route({
    method: 'GET',
    path: '/api/admin/product/:id/page',
    access: 'staff',
    summary: 'The page of a product as staff edit it: sources, slug, pictures, related products',
    params: z.object(id),
    reply,
    errors: ['product.not_found'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/product/:id/page',
    access: 'staff',
    summary:
      'Change some or all of the page of a product; with the version that was read, a change by ' +
      'another is answered by 409 and the current page',
    params: z.object(id),

    body: z
      .object({
        slug,
        texts: textsIn,
        images: imagesIn,
        related: z.array(uuid).max(pageLimits.related),
        version: z.int().min(1),
      })
      .partial(),

    reply,

    errors: [
      'product.not_found',
      'product.changed',
      'product.slug_taken',
      'text.refused',
      'gallery.full',
    ],
  }),

  preview: route({
    method: 'POST',
    path: '/api/admin/product/preview',
    access: 'staff',
    summary: 'What is drawn of a text in Markdown, for the editor',
    body: z.object({ text: z.string() }),
    reply: z.object({ ...success, tree: richText }),
    errors: ['text.refused'],
  }),
}
