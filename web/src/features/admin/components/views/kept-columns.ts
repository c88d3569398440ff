import { useState } from 'react'

import { localStore, readText, writeText } from '../../../../state/storage.ts'
import type { AnyList } from './view-state.ts'

const parseColumns = (nextHidden: string): string[] => nextHidden.split(',').filter(Boolean)

/** Hidden columns of a table, and a toggle. */
export type KeptColumns = { hidden: readonly string[]; turn(key: string): void }

/**
 * Remembers hidden columns in this browser (P663). Hidden columns in the URL, or those of a saved
 * view, take precedence.
 */
export function useKeptColumns(place: string, { state, set }: AnyList): KeptColumns {
  const storageKey = `adminColumns_${place.replaceAll('/', '')}`
  const [storedColumns, setKept] = useState(() => readText(localStore(), storageKey) ?? '')
  const isInAddress = Boolean(state.view) || Boolean(state.hide)
  const hiddenColumns = parseColumns(isInAddress ? String(state.hide) : storedColumns)

  return {
    hidden: hiddenColumns,
    turn(key) {
      const otherColumns = hiddenColumns.filter((one) => one !== key)
      const nextHidden = (
        otherColumns.length < hiddenColumns.length ? otherColumns : [...hiddenColumns, key]
      ).join(',')

      if (!state.view) {
        writeText(localStore(), storageKey, nextHidden || null)
        setKept(nextHidden)
      }

      set({ hide: nextHidden })
    },
  }
}
