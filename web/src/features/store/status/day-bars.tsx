import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import {
  parseDay,
  daysBefore,
  worstKind,
  measuredShare,
  minutesInWords,
  type Day,
  type DayKind,
} from './day-words.ts'

// In SVG units: a bar every 4, each 3 wide. Only a day with downtime has the full height of 32.
const [step, width, height] = [4, 3, 32]
const [top, foot] = [6, 28]

/**
 * The bar of a day. Each kind has its own shape, so that colour is not the only sign. A partly
 * measured day without trouble is shorter.
 */
function DayBar({ kind, share = 1, x = 0 }: { kind: DayKind; share?: number; x?: number }) {
  if (kind === 'down') return <rect x={x} y={0} width={width} height={height} fill="var(--bad)" />

  if (kind === 'degraded')
    return (
      <g fill="var(--wait)">
        <rect x={x} y={top} width={width} height={8} />
        <rect x={x} y={foot - 8} width={width} height={8} />
      </g>
    )

  if (kind === 'paused')
    return (
      <path
        d={`M${x} ${top}h${width}v${foot - top}h-${width}z`}
        fill="none"
        stroke="var(--muted)"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
      />
    )

  if (kind === 'unknown')
    return <rect x={x} y={foot - 4} width={width} height={4} fill="var(--edge)" />

  const barHeight = Math.max(6, (foot - top) * share)

  return <rect x={x} y={foot - barHeight} width={width} height={barHeight} fill="var(--good)" />
}

/** A bar for the legend. */
export function LegendMark({ kind }: { kind: DayKind }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-5 w-1.5 shrink-0"
    >
      <DayBar kind={kind} />
    </svg>
  )
}

/**
 * An invisible slider over the bars, with a narrow thumb so that a finger hits the bar it touches.
 */
const rangeClass =
  'absolute inset-0 m-0 size-full cursor-pointer touch-pan-y appearance-none opacity-0 ' +
  '[&::-moz-range-thumb]:w-px [&::-webkit-slider-thumb]:w-px ' +
  '[&::-webkit-slider-thumb]:appearance-none'

function useDayWords() {
  const { t } = useTranslation('status')
  return (day: Day): string => {
    if (worstKind(day) === 'unknown') return t('day.nothing')

    const troubleTexts = (['down', 'degraded', 'paused', 'unknown'] as const)
      .filter((kind) => day[kind] > 0)
      .map((kind) => t(`day.${kind}`, { time: minutesInWords(day[kind]) }))
    const isFine = day.up > 0 && day.down + day.degraded === 0

    return (isFine ? [t('day.fine'), ...troubleTexts] : troubleTexts).join(', ')
  }
}

/**
 * Days of a service as bars. A slider over them selects a day by touch, mouse or keys; its date and
 * state are shown below and announced (P197).
 */
export function DayBars({
  name,
  minutes,
  today,
}: {
  name: string
  minutes: readonly number[][]
  today: string
}) {
  const { t } = useTranslation('status')
  const dayInWords = useDayWords()
  const [chosenDay, setChosenDay] = useState<number | null>(null)
  const parsedDays = minutes.map(parseDay)
  const lastIndex = parsedDays.length - 1

  const describeDay = (place: number) =>
    t('day.is', {
      day: date(`${daysBefore(today, lastIndex - place)}T12:00:00Z`, 'day', undefined, 'UTC'),
      what: dayInWords(parsedDays[place]!),
    })

  const shownDay = chosenDay === null ? null : Math.min(chosenDay, lastIndex)
  const daysSummary = useSummary(parsedDays)

  return (
    <div className="grid gap-1 max-sm:mt-1">
      <div className={frameClass}>
        <BarChart days={parsedDays} marked={shownDay} />

        <DaySlider
          label={t('services.day', { part: name, summary: daysSummary })}
          text={describeDay(shownDay ?? lastIndex)}
          place={shownDay ?? lastIndex}
          last={lastIndex}
          onChoose={setChosenDay}
        />
      </div>

      <p className="text-xs text-muted max-sm:min-h-[2lh]">
        {shownDay === null && daysSummary}
        {shownDay !== null && <span className="text-ink">{describeDay(shownDay)}</span>}
      </p>
    </div>
  )
}

const frameClass =
  'relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
  'has-focus-visible:outline-ink'

function BarChart({ days, marked }: { days: readonly Day[]; marked: number | null }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${days.length * step} ${height + 4}`}
      preserveAspectRatio="none"
      className="h-9 w-full"
    >
      {days.map((day, place) => {
        const x = place * step
        return <DayBar key={x} kind={worstKind(day)} share={measuredShare(day)} x={x} />
      })}
      {marked !== null && (
        <rect x={marked * step} y={height + 2} width={width} height={2} fill="var(--ink)" />
      )}
    </svg>
  )
}

/** An invisible native slider, for keyboards and screen readers. A mouse selects by hovering. */
function DaySlider({
  label,
  text,
  place,
  last,
  onChoose,
}: {
  label: string
  text: string
  place: number
  last: number
  onChoose(place: number | null): void
}) {
  return (
    <input
      type="range"
      min={0}
      max={last}
      value={place}
      aria-label={label}
      aria-valuetext={text}
      onChange={(event) => onChoose(event.target.valueAsNumber)}
      onFocus={() => onChoose(place)}
      onBlur={() => onChoose(null)}
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width: wide } = currentTarget.getBoundingClientRect()
        const pointedDay = Math.round(((clientX - left) / wide) * last)
        onChoose(Math.max(0, Math.min(last, pointedDay)))
      }}
      onPointerLeave={({ currentTarget, pointerType }) => {
        if (pointerType === 'mouse' && currentTarget !== document.activeElement) onChoose(null)
      }}
      className={rangeClass}
    />
  )
}

/** Numbers of days that were fine, had trouble, or are unknown. */
function useSummary(days: readonly Day[]): string {
  const { t } = useTranslation('status')
  const dayKinds = days.map(worstKind)
  const countKinds = (...of: DayKind[]) => dayKinds.filter((kind) => of.includes(kind)).length

  const summaryParts = [
    ['fine', countKinds('up', 'paused')],
    ['trouble', countKinds('down', 'degraded')],
    ['unknown', countKinds('unknown')],
  ] as const

  return summaryParts
    .filter(([, of]) => of > 0)
    .map(([name, of]) => t(`days.${name}`, { count: of }))
    .join(', ')
}
