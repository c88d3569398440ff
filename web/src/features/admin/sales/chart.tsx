import type { ChartConfiguration } from 'chart.js'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { fetchCode } from '../../../routing/code.ts'
import { coloursOf, type ChartColours } from './chart-colours.ts'
import { useShownTheme } from './use-shown-theme.ts'

export type Drawing = {
  /** What the canvas shows, in the colours of the theme. */
  draw(colours: ChartColours): ChartConfiguration
  /** The same as text, for who does not see the canvas (Q83). */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  empty: boolean
}

function useCanvas(drawing: Drawing) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useShownTheme()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let gone = false
    let drawn: { destroy(): void } | null = null

    void fetchCode(() => import('./chart-library.ts'))
      .then(({ Chart }) => {
        if (gone || !canvas.current) return
        drawn = new Chart(canvas.current, drawing.draw(coloursOf(canvas.current, theme)))
      })
      .catch((error: unknown) => {
        console.error('chart', error)
        setFailed(true)
      })

    return () => {
      gone = true
      drawn?.destroy()
    }
  }, [drawing, theme])

  return { canvas, failed }
}

function Canvas({ label, drawing }: { label: string; drawing: Drawing }) {
  const { t } = useTranslation('admin')
  const { canvas, failed } = useCanvas(drawing)

  if (failed)
    return (
      <p role="alert" className="m-auto text-sm text-bad">
        {t('adminSales.chart.failed')}
      </p>
    )

  return <canvas ref={canvas} role="img" aria-label={label} />
}

function Figures({
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
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((text, at) =>
                at === 0 ? (
                  <th key={at} scope="row">
                    {text}
                  </th>
                ) : (
                  <td key={at}>{text}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The drawing, or what stands in its place while it is awaited or has nothing to show. */
function Drawn({
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

  return <Canvas label={title} drawing={drawing} />
}

/**
 * A chart 300 px high with its name and its figures as a hidden table; without figures it says so.
 */
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
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`relative grid min-w-0 content-start gap-3 rounded-md border border-line bg-surface p-3 sm:p-4 ${className ?? ''}`}
    >
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      <div data-chart className="relative grid h-[300px] min-w-0 overflow-hidden">
        <Drawn title={title} drawing={drawing} waiting={waiting} />
      </div>
      {drawing && !drawing.empty && (
        <Figures caption={title} head={drawing.head} rows={drawing.rows} />
      )}
    </section>
  )
}
