import { cutEdge } from '@chaveiro/contracts/cut'
import { cutFormats, srcSetOf } from '@chaveiro/contracts/picture-sets'
import { useState, type CSSProperties } from 'react'

import { join } from './join.ts'

/**
 * A part of a picture. The URL's fragment selects a part of our drawings; uploads have prepared
 * crops; CSS crops other images.
 */
export type Crop = 'square' | 'motif'

/**
 * A product or category picture, 4:3 or a crop. `first` loads it with high priority. Without a
 * source or after a failed load it is a key in the category's colour. `cut` is the id that cuts the
 * lower edge.
 */
export function ProductImage({
  src,
  color,
  alt = '',
  className,
  crop,
  cut,
  eager = false,
  first = false,
  sizes = '20rem',
}: {
  src: string | null | undefined
  color: string
  alt?: string
  className?: string
  crop?: Crop
  cut?: string | undefined
  eager?: boolean
  first?: boolean
  /** The `sizes` attribute: by the displayed width the browser chooses a file; '' for the whole. */
  sizes?: string
}) {
  const [isBroken, setIsBroken] = useState(false)
  const frameClass = join(frameClassOf({ crop, cut }), className)
  const edge = edgeOf({ crop, cut })

  if (!src || isBroken)
    return <DrawnKey color={color} alt={alt} className={frameClass} edge={edge} />

  const imageSizes = eager ? sizes : `auto,${sizes}`
  const [avif, webp] = sourceSets(src, crop, sizes)

  return (
    <picture className="contents">
      {avif && <source hidden type="image/avif" srcSet={avif} sizes={imageSizes} />}

      <img
        src={partAddress(src, crop)}
        srcSet={webp}
        sizes={imageSizes}
        alt={alt}
        width={400}
        height={300}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        onError={() => setIsBroken(true)}
        className={join(frameClass, 'object-cover')}
        style={edge}
      />
    </picture>
  )
}

type Shape = { crop: Crop | undefined; cut: string | undefined }

const frameClassOf = ({ crop, cut }: Shape) =>
  join(
    crop ? 'aspect-square' : 'aspect-4/3',
    'w-full overflow-hidden bg-raised',
    !cut && 'rounded-poster outline-1 -outline-offset-1 outline-line',
  )

/** Clips the lower edge of a picture to the cut of an id. */
function edgeOf({ crop, cut }: Shape): CSSProperties | undefined {
  if (!cut) return undefined

  return { clipPath: cutEdge(cut, { ratio: crop ? 1 : 4 / 3 }) }
}

/** The URL of a picture; for our drawings, with the fragment that selects the part. */
const partAddress = (src: string, crop: Crop | undefined) =>
  crop && src.endsWith('.svg') ? `${src}#${crop}` : src

/** Crops of an upload in each format; none if the whole picture is shown. */
const sourceSets = (src: string, crop: Crop | undefined, sizes: string) =>
  cutFormats.map((format) => sizes && srcSetOf(src, crop ? 'square' : 'wide', format))

function DrawnKey({
  color,
  alt,
  className,
  edge,
}: {
  color: string
  alt: string
  className: string
  edge: CSSProperties | undefined
}) {
  return (
    <div
      className={className}
      style={{ ...edge, color: /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined }}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <svg
        viewBox="0 0 400 300"
        className="size-full"
        aria-hidden
        preserveAspectRatio="xMidYMid slice"
      >
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="14"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M194 128a42 42 0 1 1-84 0 42 42 0 0 1 84 0M152 128h0m31 31 78 78m-32-32 22-22m1 45 18-18"
        />
      </svg>
    </div>
  )
}
