import type { Cut } from '@chaveiro/contracts/picture-sets'
import {
  cutRatios,
  centerFocus,
  partOf,
  uploadAt,
  uploadOf,
  type Focus,
} from '@chaveiro/contracts/pictures'
import { Crosshair } from 'lucide-react'
import { useId, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'

type Size = { width: number; height: number }

/** Position of a cut as CSS `object-position`, since the browser crops the picture itself. */
function objectPosition(size: Size, cut: Cut, focus: Focus): string {
  const visiblePart = partOf(size, cutRatios[cut], focus)
  const percentAlong = (from: number, rest: number) => (rest > 0 ? (from / rest) * 100 : 50)
  const percentAcross = percentAlong(visiblePart.left, size.width - visiblePart.width)
  const percentDown = percentAlong(visiblePart.top, size.height - visiblePart.height)

  return `${percentAcross.toFixed(2)}% ${percentDown.toFixed(2)}%`
}

/** A preview of one cut. */
function CutPreview({
  src,
  cut,
  size,
  focus,
}: {
  src: string
  cut: Cut
  size: Size
  focus: Focus
}) {
  const { t } = useTranslation('admin')
  return (
    <figure className="grid content-start gap-1.5">
      <img
        src={src}
        alt={t(`kit.focus.${cut}`)}
        data-cut={cut}
        style={{ objectPosition: objectPosition(size, cut, focus) }}
        className={join(
          'w-full rounded-md bg-raised object-cover',
          cut === 'square' ? 'aspect-square' : 'aspect-4/3',
        )}
      />

      <figcaption aria-hidden className="text-xs text-muted">
        {t(`kit.focus.${cut}`)}
      </figcaption>
    </figure>
  )
}

/** One axis of the picture in percent, also by arrow keys. */
function AxisSlider({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange(value: number): void
}) {
  const sliderId = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={sliderId} className="flex justify-between gap-3 text-sm font-medium">
        {label}
        <span aria-hidden className="text-muted tabular-nums">
          {value}%
        </span>
      </label>

      <input
        id={sliderId}
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        aria-valuetext={`${value}%`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-9 w-full accent-accent"
      />
    </div>
  )
}

/** The whole picture with a mark on its focal point; a press moves the point. */
function WholePicture({
  src,
  focus,
  onPick,
  onSize,
}: {
  src: string
  focus: Focus
  onPick(focus: Focus): void
  onSize(size: Size): void
}) {
  const { t } = useTranslation('admin')

  const pickPoint = (event: MouseEvent<HTMLElement>) => {
    const pictureBox = event.currentTarget.getBoundingClientRect()
    const percentOf = (at: number, from: number, length: number) =>
      Math.round(Math.min(Math.max((at - from) / length, 0), 1) * 100)

    onPick({
      x: percentOf(event.clientX, pictureBox.left, pictureBox.width),
      y: percentOf(event.clientY, pictureBox.top, pictureBox.height),
    })
  }

  return (
    // Keyboard users move the point with the two sliders beside it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      data-focus
      onClick={pickPoint}
      className="relative w-fit max-w-full cursor-crosshair self-start overflow-hidden rounded-md"
    >
      <img
        src={src}
        alt={t('kit.focus.whole')}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onSize({ width: naturalWidth, height: naturalHeight })
        }
        className="block max-h-64 max-w-full bg-raised"
      />

      <span
        aria-hidden
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
        className="pointer-events-none absolute -translate-1/2 rounded-full bg-black/60 p-1 text-white"
      >
        <Crosshair size={22} />
      </span>
    </div>
  )
}

/**
 * The focal point of an uploaded picture and previews of both cuts. The picture's URL contains the
 * point. External pictures are never cropped, so they have no focal point.
 */
export function FocalPoint({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('admin')
  const [size, setSize] = useState<Size>({ width: 4, height: 3 })
  const uploadedPicture = uploadOf(value)
  if (!uploadedPicture) return null

  const { hash, focus } = uploadedPicture
  const pictureSource = `/uploads/${hash}.webp`
  const movePoint = (part: Partial<Focus>) =>
    onChange(uploadAt({ hash, focus: { ...focus, ...part } }))

  return (
    <fieldset className="col-span-full grid gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-semibold">{t('kit.focus.title')}</legend>
      <p className="text-sm text-muted">{t('kit.focus.text')}</p>

      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <WholePicture
          key={hash}
          src={pictureSource}
          focus={focus}
          onPick={movePoint}
          onSize={setSize}
        />
        <div className="grid grid-cols-[3fr_4fr] content-start gap-3">
          <CutPreview src={pictureSource} cut="square" size={size} focus={focus} />
          <CutPreview src={pictureSource} cut="wide" size={size} focus={focus} />
        </div>
      </div>

      <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-[1fr_1fr_auto]">
        <AxisSlider
          label={t('kit.focus.across')}
          value={focus.x}
          onChange={(percentAcross) => movePoint({ x: percentAcross })}
        />
        <AxisSlider
          label={t('kit.focus.down')}
          value={focus.y}
          onChange={(percentDown) => movePoint({ y: percentDown })}
        />

        <Button
          disabled={focus.x === centerFocus.x && focus.y === centerFocus.y}
          onClick={() => movePoint(centerFocus)}
        >
          {t('kit.focus.middle')}
        </Button>
      </div>
    </fieldset>
  )
}
