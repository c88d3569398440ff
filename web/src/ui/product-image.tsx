import { cutFormats, srcSetOf } from '@chaveiro/contracts/picture-sets'
import { useState } from 'react'

import { join } from './join.ts'

/**
 * Parts of a picture. Our drawings name their parts in the address; an upload has prepared crops;
 * other images are cropped by CSS.
 */
export type Crop = 'square' | 'motif'

/**
 * A product or category picture, 4:3 or a crop. `first` loads it with high priority. Without a
 * source or after a failed load, a key in the category's colour.
 */
export function ProductImage({
  src,
  color,
  alt = '',
  className,
  crop,
  phoneCrop,
  eager = false,
  first = false,
  sizes = '20rem',
}: {
  src: string | null | undefined
  color: string
  alt?: string
  className?: string
  crop?: Crop
  /** Part of our drawing that a phone shows, where the drawing's words would be too small. */
  phoneCrop?: Crop
  eager?: boolean
  first?: boolean
  /** Displayed width, to choose an upload's crop; '' for the whole picture. */
  sizes?: string
}) {
  const [isBroken, setIsBroken] = useState(false)

  const frameClass = join(
    crop ? 'aspect-square' : 'aspect-4/3',
    'w-full overflow-hidden rounded-md bg-raised outline-1 -outline-offset-1 outline-line',
    className,
  )

  if (!src || isBroken) return <DrawnKey color={color} alt={alt} className={frameClass} />

  const imageSizes = eager ? sizes : `auto,${sizes}`
  const [avif, webp] = sourceSets(src, crop, sizes)

  return (
    <picture className="contents">
      <PhoneSource src={src} crop={phoneCrop} />
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
      />
    </picture>
  )
}

const PhoneSource = ({ src, crop }: { src: string; crop: Crop | undefined }) => {
  if (!crop || !src.endsWith('.svg')) return null

  return <source hidden media="(width < 40rem)" srcSet={`${src}#${crop}`} />
}

/** Our drawings name their parts in the fragment of the address. */
const partAddress = (src: string, crop: Crop | undefined) =>
  crop && src.endsWith('.svg') ? `${src}#${crop}` : src

/** Crops of an upload in each format; none if the whole picture is shown. */
const sourceSets = (src: string, crop: Crop | undefined, sizes: string) =>
  cutFormats.map((format) => sizes && srcSetOf(src, crop ? 'square' : 'wide', format))

function DrawnKey({ color, alt, className }: { color: string; alt: string; className: string }) {
  return (
    <div
      className={className}
      style={{ color: /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined }}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <svg
        viewBox="0 0 400 300"
        className="size-full"
        aria-hidden
        preserveAspectRatio="xMidYMid slice"
      >
        <rect width="400" height="300" fill="currentColor" opacity=".1" />
        <circle cx="330" cy="30" r="150" fill="currentColor" opacity=".09" />

        <g
          fill="none"
          stroke="currentColor"
          strokeWidth="14"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <circle cx="152" cy="128" r="42" />
          <path d="m183 159 78 78M229 205l22-22M252 228l18-18" />
        </g>

        <circle cx="152" cy="128" r="10" fill="currentColor" />
      </svg>
    </div>
  )
}
