import { z } from 'zod'

import { lengths, pageLimits } from '../lengths.ts'
import { uploadLimits } from '../product-limits.ts'
import { richText } from '../rich-text.ts'
import { route } from '../route.ts'
import { entityId, success, uuid } from '../shared.ts'
import { productStatuses } from '../states.ts'

const galleryImage = {
  url: z.string(),
  altPt: z.string(),
  altEn: z.string(),
  width: z.int(),
  height: z.int(),
}

/**
 * Source texts of one language, in Markdown; the title and description for search engines are plain
 * text. '' means no text.
 */
const pageTexts = {
  body: z.string(),
  requirements: z.string(),
  includes: z.string(),
  guide: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
}

/** English texts include the product's name and summary. */
const englishTexts = { name: z.string(), summary: z.string(), ...pageTexts }

/** The editable parts of a product's page; `version` is the product's. */
export const adminProductPage = z.object({
  ...entityId,
  version: z.int(),
  slug: z.string(),
  texts: z.object({ 'pt-BR': z.object(pageTexts), 'en-US': z.object(englishTexts) }),
  images: z.array(z.object(galleryImage)),
  related: z.array(z.object({ ...entityId, name: z.string(), status: z.enum(productStatuses) })),
})

/**
 * A product cannot have the slug `category`: `/products/category` is the route of category pages.
 */
const slugInput = z
  .string()
  .max(lengths.slug)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .refine((given) => given !== 'category')

const singleLine = z
  .string()
  .trim()
  .regex(/^[^\u0000-\u001f\u007f]*$/)

const pictureSide = z.int().min(1).max(uploadLimits.side)

const galleryInput = z.array(
  z.object({
    /** The URL that the upload call returned, or the URL of a demo drawing. */
    url: z.string().regex(/^\/(?:uploads\/[0-9a-f]{64}\.webp|demo\/[a-z0-9-]+\.svg)$/),
    altPt: singleLine.max(lengths.pictureText).default(''),
    altEn: singleLine.max(lengths.pictureText).default(''),
    width: pictureSide,
    height: pictureSide,
  }),
)

// No maximum length here: the error text.refused names the field of a text that is too long (L051).
const searchLines = { seoTitle: singleLine, seoDescription: singleLine }

const textsInput = z
  .object({
    'pt-BR': z.object({ ...pageTexts, ...searchLines }).partial(),
    'en-US': z.object({ ...englishTexts, ...searchLines, name: singleLine }).partial(),
  })
  .partial()

const id = { id: uuid }
const pageReply = z.object({ ...success, page: adminProductPage, data: adminProductPage })

/** Back-office calls of the pages of products. */
export const productPages = {
  read: route({
    method: 'GET',
    path: '/api/admin/product/:id/page',
    access: 'staff',
    summary: 'The page of a product as staff edit it: sources, slug, pictures, related products',
    params: z.object(id),
    reply: pageReply,
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
        slug: slugInput,
        texts: textsInput,
        images: galleryInput,
        related: z.array(uuid).max(pageLimits.related),
        version: z.int().min(1),
      })
      .partial(),

    reply: pageReply,

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
