import { cutFormats, cuts, type Cut } from '@chaveiro/contracts/picture-sets'
import { cutName, cutRatios, partOf, uploadOf, type Upload } from '@chaveiro/contracts/pictures'
import { and, isNull, like } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'

import { categories, productImages, products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { cutPicture } from '../../../platform/drawing/picture.ts'
import { enqueue, type Jobs } from '../../../platform/queue/jobs.ts'
import { storeFile, uploadNames, readUpload } from './uploads.files.ts'

/** All cuts of a picture around its focus point. */
const cutsOf = (upload: Upload) =>
  (Object.keys(cuts) as Cut[]).flatMap((cut) =>
    cuts[cut].flatMap((width) =>
      cutFormats.map((format) => ({
        name: cutName(upload, cut, width, format),
        ratio: cutRatios[cut],
        width,
        format,
      })),
    ),
  )

/** Queue the cuts of a picture if it is one of the shop's uploads. The job skips existing cuts. */
export async function queueCuts(tx: App, url: string | null): Promise<void> {
  const upload = uploadOf(url)
  if (upload) await enqueue(tx, 'picture.cut', { hash: upload.hash, ...upload.focus })
}

/**
 * Cut a picture around its focus point, in all shapes, widths and formats. Existing cuts are
 * skipped. If the shop shows a picture whose file this machine lacks, the job fails and is retried,
 * perhaps on a machine that has the file. A picture that is no longer shown is skipped.
 */
export async function cutUpload(app: App, { hash, x, y }: Jobs['picture.cut']): Promise<void> {
  const originalBytes = await readUpload(app, `${hash}.webp`)

  if (!originalBytes) {
    if (!(await shownAt(app, `/uploads/${hash}%`)).length) return
    throw new Error(`the picture ${hash} is shown and does not lie in the uploads of this machine`)
  }

  const existingNames = await uploadNames(app)

  for (const { name, ratio, width, format } of cutsOf({ hash, focus: { x, y } })) {
    if (existingNames.has(name)) continue

    const cropOf = (size: { width: number; height: number }) => partOf(size, ratio, { x, y })
    await storeFile(app, name, await cutPicture(originalBytes, { part: cropOf, width, format }))
  }
}

/**
 * The URLs that match a LIKE pattern, among the pictures of products, their pages and categories.
 */
const shownAt = (app: App, address: string): Promise<{ url: string | null }[]> =>
  union(
    app.db
      .select({ url: products.image })
      .from(products)
      .where(and(like(products.image, address), isNull(products.deletedAt))),
    app.db
      .select({ url: categories.image })
      .from(categories)
      .where(like(categories.image, address)),
    app.db
      .select({ url: productImages.url })
      .from(productImages)
      .where(like(productImages.url, address)),
  )

/** Number of pictures in one run; the next scheduled run continues. */
const batchSize = 100

/**
 * Queue the cuts of all visible pictures that lack a cut: uploads of earlier versions, and folders
 * restored without cuts (P223).
 */
export async function queueMissingCuts(app: App): Promise<void> {
  const shownRows = await shownAt(app, '/uploads/%')
  if (!shownRows.length) return

  const existingNames = await uploadNames(app)

  const missingRows = shownRows.filter(({ url }) => {
    const upload = uploadOf(url)
    return (
      upload !== null &&
      existingNames.has(`${upload.hash}.webp`) &&
      cutsOf(upload).some(({ name }) => !existingNames.has(name))
    )
  })

  for (const { url } of missingRows.slice(0, batchSize)) await queueCuts(app, url)
}
