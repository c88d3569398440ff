import type { Page } from 'playwright-core'

type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
type Entry = PerformanceEntry & { value: number; sources: Source[] }

/** The highest allowed layout shift while a page loads (Cumulative Layout Shift). */
const mostShift = 0.02

/**
 * The layout shift while this page loaded, with the element that moved farthest; null if it is
 * within the limit.
 */
export async function shiftOf(page: Page): Promise<string | null> {
  const { sum, worst } = await page.evaluate(
    () =>
      new Promise<{ sum: number; worst: string }>((done) => {
        const all: Entry[] = []

        new PerformanceObserver((list) => all.push(...(list.getEntries() as Entry[]))).observe({
          type: 'layout-shift',
          buffered: true,
        })

        const place = ({ x, y, width, height }: DOMRect) =>
          [x, y, width, height].map(Math.round).join(' ')

        const describeShift = ({ node, previousRect, currentRect }: Source) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = element?.tagName.toLowerCase() ?? 'gone'
          const text = element?.textContent?.trim().slice(0, 30) ?? ''

          return `${name} “${text}” ${place(previousRect)} → ${place(currentRect)}`
        }

        setTimeout(() => {
          const [first] = all.toSorted((a, b) => b.value - a.value)
          done({
            sum: all.reduce((so, { value }) => so + value, 0),
            worst: first?.sources.slice(0, 3).map(describeShift).join('; ') ?? '',
          })
        }, 100)
      }),
  )

  return sum > mostShift ? `${sum.toFixed(3)}: ${worst}` : null
}
