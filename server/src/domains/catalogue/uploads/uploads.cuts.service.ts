import { cutFormats, cuts, type Cut } from '@chaveiro/contracts/picture-sets'
import { cutName, cutRatios, partOf, uploadOf, type Upload } from '@chaveiro/contracts/pictures'
import { and, isNull, like } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'

import { categories, productImages, products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { cutPicture } from '../../../platform/drawing/picture.ts'
import { enqueue, type Jobs } from '../../../platform/queue/jobs.ts'
import { keepFile, keptNames, readKept } from './uploads.files.ts'

/** All that is cut of a picture around its point. */
const wanted = (upload: Upload) =>
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

/** Have what is shown of a picture cut, if it is one of ours; what is there already is not again. */
export async function queueCuts(tx: App, url: string | null): Promise<void> {
  const upload = uploadOf(url)
  if (upload) await enqueue(tx, 'picture.cut', { hash: upload.hash, ...upload.focus })
}

/**
 * Cut a picture around its point, in all shapes, widths and formats. Each is made once; a second
 * run makes what is missing. A picture that is not on this machine fails while the shop shows it, so
 * that it is tried again, be it by a machine that has it; what nothing names any more is done.
 */
export async function cutUpload(app: App, { hash, x, y }: Jobs['picture.cut']): Promise<void> {
  const whole = await readKept(app, `${hash}.webp`)

  if (!whole) {
    if (!(await shownAt(app, `/uploads/${hash}%`)).length) return
    throw new Error(`the picture ${hash} is shown and does not lie in the uploads of this machine`)
  }

  const there = await keptNames(app)

  for (const { name, ratio, width, format } of wanted({ hash, focus: { x, y } })) {
    if (there.has(name)) continue

    const part = (size: { width: number; height: number }) => partOf(size, ratio, { x, y })
    await keepFile(app, name, await cutPicture(whole, { part, width, format }))
  }
}

/** The addresses of pictures like this one that products, their pages and categories show. */
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

/** So many pictures at a time: the next run of the clock goes on. */
const atOnce = 100

/**
 * Queue the cuts of all pictures that the shop shows and that lack one: those from before there were
 * any, and those whose folder was brought back without them (P223).
 */
export async function queueMissingCuts(app: App): Promise<void> {
  const shown = await shownAt(app, '/uploads/%')
  if (!shown.length) return

  const there = await keptNames(app)

  const lacking = shown.filter(({ url }) => {
    const upload = uploadOf(url)
    return (
      upload !== null &&
      there.has(`${upload.hash}.webp`) &&
      wanted(upload).some(({ name }) => !there.has(name))
    )
  })

  for (const { url } of lacking.slice(0, atOnce)) await queueCuts(app, url)
}
