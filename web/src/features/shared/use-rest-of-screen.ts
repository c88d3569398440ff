import { useLayoutEffect, useRef } from 'react'

/** Fits an element to the rest of the screen below its top edge, minus `below`. */
export function useRestOfScreen(below = '0px') {
  const elementRef = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const fitHeight = () => {
      const element = elementRef.current
      if (!element) return

      const topEdge = element.getBoundingClientRect().top + window.scrollY
      element.style.height = `calc(100dvh - ${Math.round(topEdge)}px - ${below})`
    }

    fitHeight()
    const observer = new ResizeObserver(fitHeight)
    observer.observe(document.body)

    return () => observer.disconnect()
  }, [below])

  return elementRef
}
