import { useEffect } from 'react'

/** Whether typed keys go to a text field or a select; checkboxes and radios ignore letters. */
const isTypingTarget = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** The keys of the palette, as this computer's keyboard names them. */
export const paletteKey = isApple ? '⌘ K' : 'Ctrl K'

/** Opens the palette by Ctrl+K or Cmd+K, also from within a text field. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === 'k'
      ) {
        event.preventDefault()
        open()
      }
    }

    window.addEventListener('keydown', handleKey)

    return () => window.removeEventListener('keydown', handleKey)
  }, [open])
}

const sequenceMs = 1200

/**
 * Single keys and two-key sequences ('g u') of the back office. They pause during typing, in an
 * open dialog and with a modifier. They only navigate or select, so an accidental press loses
 * nothing.
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    let firstPress: { key: string; at: number } | null = null

    const handleKey = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTypingTarget(event.target) ||
        document.querySelector('dialog[open], :popover-open')
      )
        return

      const keySequence =
        firstPress && event.timeStamp - firstPress.at < sequenceMs
          ? `${firstPress.key} ${event.key}`
          : ''
      const shortcutAction = keys[keySequence] ?? keys[event.key]
      firstPress = shortcutAction ? null : { key: event.key, at: event.timeStamp }
      if (!shortcutAction) return

      event.preventDefault()
      shortcutAction()
    }

    window.addEventListener('keydown', handleKey)

    return () => window.removeEventListener('keydown', handleKey)
  }, [keys])
}
