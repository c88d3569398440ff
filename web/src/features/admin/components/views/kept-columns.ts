import { useState } from 'react'

import { localStore, readText, writeText } from '../../../../state/storage.ts'
import type { AnyList } from './view-state.ts'

const split = (hide: string): string[] => hide.split(',').filter(Boolean)

/** Which columns a table leaves out, and what turns one on and off. */
export type KeptColumns = { hidden: readonly string[]; turn(key: string): void }

/**
 * The columns of a table stay as they were last chosen in this browser (P663); an address that says
 * which ones, and a view of one's own, win over that.
 */
export function useKeptColumns(place: string, { state, set }: AnyList): KeptColumns {
  const storedAs = `adminColumns_${place.replaceAll('/', '')}`
  const [kept, setKept] = useState(() => readText(localStore(), storedAs) ?? '')
  const isSaid = Boolean(state.view) || Boolean(state.hide)
  const hidden = split(isSaid ? String(state.hide) : kept)

  return {
    hidden,
    turn(key) {
      const others = hidden.filter((one) => one !== key)
      const hide = (others.length < hidden.length ? others : [...hidden, key]).join(',')

      if (!state.view) {
        writeText(localStore(), storedAs, hide || null)
        setKept(hide)
      }

      set({ hide })
    },
  }
}
