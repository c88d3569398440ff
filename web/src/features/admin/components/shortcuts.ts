import { useEffect } from 'react'

/** Whether a key is one of a text or a choice; a box that is ticked takes no letters. */
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

/** Ctrl+K or Cmd+K, wherever the cursor is. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
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

    window.addEventListener('keydown', press)

    return () => window.removeEventListener('keydown', press)
  }, [open])
}

const sequenceMs = 1200

/**
 * Single keys and two-key sequences ('g u') of the back office; they rest while one types, in an
 * open dialog and with a modifier held, and a person who sets nothing in motion by accident loses
 * nothing: they only move about.
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    let first: { key: string; at: number } | null = null

    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        typing(event.target) ||
        document.querySelector('dialog[open], :popover-open')
      )
        return

      const both =
        first && event.timeStamp - first.at < sequenceMs ? `${first.key} ${event.key}` : ''
      const act = keys[both] ?? keys[event.key]
      first = act ? null : { key: event.key, at: event.timeStamp }
      if (!act) return

      event.preventDefault()
      act()
    }

    window.addEventListener('keydown', press)

    return () => window.removeEventListener('keydown', press)
  }, [keys])
}
