import type { ChartConfiguration } from 'chart.js'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { fetchCode } from '../../../routing/code.ts'
import { coloursOf, type ChartColours } from './chart-colours.ts'
import { useShownTheme } from './use-shown-theme.ts'

export type Drawing = {
  /** Configuration of the chart in a theme's colours. */
  draw(colours: ChartColours): ChartConfiguration
  /** The chart's data as a table for screen readers (Q83). */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  empty: boolean
}

function useCanvas(drawing: Drawing) {
  const canvasElement = useRef<HTMLCanvasElement>(null)
  const shownTheme = useShownTheme()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let isUnmounted = false
    let chartInstance: { destroy(): void } | null = null

    void fetchCode(() => import('./chart-library.ts'))
      .then(({ Chart }) => {
        if (isUnmounted || !canvasElement.current) return
        chartInstance = new Chart(
          canvasElement.current,
          drawing.draw(coloursOf(canvasElement.current, shownTheme)),
        )
      })
      .catch((error: unknown) => {
        console.error('chart', error)
        setFailed(true)
      })

    return () => {
      isUnmounted = true
      chartInstance?.destroy()
    }
  }, [drawing, shownTheme])

  return { canvas: canvasElement, failed }
}

function ChartCanvas({ label, drawing }: { label: string; drawing: Drawing }) {
  const { t } = useTranslation('admin')
  const { canvas: canvasElement, failed } = useCanvas(drawing)

  if (failed)
    return (
      <p role="alert" className="m-auto text-sm text-bad">
        {t('adminSales.chart.failed')}
      </p>
    )

  return <canvas ref={canvasElement} role="img" aria-label={label} />
}

/** The data of a chart as a table for screen readers (Q83). */
export function SalesFigures({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>

        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>

        <tbody>
          {rows.map(([name, ...values], index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              {values.map((text, at) => (
                <td key={at}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The chart, its loading state or its empty state. */
function ChartOrNotice({
  title,
  drawing,
  waiting,
}: {
  title: string
  drawing: Drawing | null
  waiting: ReactNode
}) {
  const { t } = useTranslation('admin')
  if (drawing === null) return waiting
  if (drawing.empty) return <p className="m-auto text-sm text-muted">{t('adminSales.noData')}</p>

  return <ChartCanvas label={title} drawing={drawing} />
}

/** A chart 300 px high with a title and its data as a hidden table. */
export function Chart({
  title,
  drawing,
  waiting,
  className,
}: {
  title: string
  drawing: Drawing | null
  waiting?: ReactNode
  className?: string
}) {
  const elementId = useId()
  return (
    <section
      aria-labelledby={elementId}
      className={`relative grid min-w-0 content-start gap-3 rounded-lg bg-surface p-3 sm:p-4 ${className ?? ''}`}
    >
      <h2 id={elementId} className="text-sm font-semibold">
        {title}
      </h2>
      <div data-chart className="relative grid h-[300px] min-w-0 overflow-hidden">
        <ChartOrNotice title={title} drawing={drawing} waiting={waiting} />
      </div>
      {drawing && !drawing.empty && (
        <SalesFigures caption={title} head={drawing.head} rows={drawing.rows} />
      )}
    </section>
  )
}
