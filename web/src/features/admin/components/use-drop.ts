import { useRef, useState, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** A drop area for files; `over` while files are dragged above it. */
export function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  // Enter and leave events also fire for child elements.
  const enterDepth = useRef(0)

  const trackDepth = (event: DragEvent, by: 1 | -1) => {
    if (!hasFiles(event)) return

    enterDepth.current = Math.max(0, enterDepth.current + by)
    setOver(enterDepth.current > 0)
  }

  return {
    over: isOver,

    place: {
      onDragEnter: (event: DragEvent) => trackDepth(event, 1),
      onDragLeave: (event: DragEvent) => trackDepth(event, -1),
      onDragOver(event: DragEvent) {
        // By default the browser would open the file instead of the page.
        if (hasFiles(event)) event.preventDefault()
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return

        event.preventDefault()
        enterDepth.current = 0
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
