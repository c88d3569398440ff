import { uploadAt, uploadOf } from '@chaveiro/contracts/pictures'
import { basename } from 'node:path'

// The small picture of a product in mails: a square as PNG, since few mail programs show WebP or SVG.

/** The path of a product's small picture; undefined for a picture of another site. */
export function motifPath(image: string | null): string | undefined {
  const name = fileNameOf(image)
  return name === undefined ? undefined : `/cards/motif/${name}.png`
}

function fileNameOf(image: string | null): string | undefined {
  const upload = uploadOf(image)
  if (upload) return basename(uploadAt(upload), '.webp')

  const drawing = /^\/demo\/([\w-]+)\.svg$/.exec(image ?? '')?.[1]

  return drawing === undefined ? undefined : `demo-${drawing}`
}

/** The picture that a small picture was made of, by its file name without the ending. */
export function imageOfMotif(name: string): string {
  const drawing = /^demo-([\w-]+)$/.exec(name)?.[1]
  return drawing === undefined ? `/uploads/${name}.webp` : `/demo/${drawing}.svg`
}
