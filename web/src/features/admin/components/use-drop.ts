import { useRef, useState, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** A place that takes files from the device; over: some are held above it. */
export function useDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  // What lies within the place is entered and left too.
  const depth = useRef(0)

  const at = (event: DragEvent, by: 1 | -1) => {
    if (!hasFiles(event)) return

    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }

  return {
    over,

    place: {
      onDragEnter: (event: DragEvent) => at(event, 1),
      onDragLeave: (event: DragEvent) => at(event, -1),
      onDragOver(event: DragEvent) {
        // Without this the browser would open the file in place of the page.
        if (hasFiles(event)) event.preventDefault()
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return

        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
