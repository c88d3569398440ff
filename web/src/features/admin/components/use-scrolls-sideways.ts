import { useEffect, useState, type RefObject } from 'react'

/** Whether what stands in a box is wider than the box, also after either changed its size. */
export function useScrollsSideways(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return

    const watcher = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    watcher.observe(element)
    if (element.firstElementChild) watcher.observe(element.firstElementChild)

    return () => watcher.disconnect()
  }, [box])

  return scrolls
}
