import { useLayoutEffect, useRef } from 'react'

/** The part of the screen that what stands above leaves, whatever its height, less what stays free below. */
export function useRestOfScreen(below = '0px') {
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const fit = () => {
      const element = box.current
      if (!element) return

      const top = element.getBoundingClientRect().top + window.scrollY
      element.style.height = `calc(100dvh - ${Math.round(top)}px - ${below})`
    }

    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(document.body)

    return () => watch.disconnect()
  }, [below])

  return box
}
