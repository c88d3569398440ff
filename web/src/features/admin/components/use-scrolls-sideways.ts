import { useEffect, useState, type RefObject } from 'react'

/** Whether the content of a box is wider than the box, updated when either resizes. */
export function useScrollsSideways(box: RefObject<HTMLElement | null>): boolean {
  const [isWiderThanBox, setScrolls] = useState(false)

  useEffect(() => {
    const boxElement = box.current
    if (!boxElement) return

    const sizeObserver = new ResizeObserver(() =>
      setScrolls(boxElement.scrollWidth > boxElement.clientWidth),
    )
    sizeObserver.observe(boxElement)
    if (boxElement.firstElementChild) sizeObserver.observe(boxElement.firstElementChild)

    return () => sizeObserver.disconnect()
  }, [box])

  return isWiderThanBox
}
