import { useState } from 'react'
import { useLocation } from 'react-router'

import { paths, type AdminSection } from '../../../routing/paths.ts'
import { localStore, readJson, writeText } from '../../../state/storage.ts'

const storageKey = 'adminFolded'

type Group = { name: string; sections: readonly AdminSection[] }

const storedNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

/**
 * Folded menu groups, remembered in this browser. The group of the current page is open unless
 * folded there (P404).
 */
export function useFoldedGroups() {
  const { pathname } = useLocation()
  const [folded, setFolded] = useState(() => readJson(localStore(), storageKey, storedNames) ?? [])
  const [shutAt, setShutAt] = useState<string | null>(null)
  const holdsPage = ({ sections }: Group) =>
    sections.some((section) => `${pathname}/`.startsWith(`${paths.adminSection(section)}/`))
  const isGroupOpen = (group: Group) =>
    holdsPage(group) ? shutAt !== pathname : !folded.includes(group.name)

  return {
    holdsPage,
    isOpen: isGroupOpen,
    turn(group: Group) {
      const isClosing = isGroupOpen(group)
      const otherFolds = folded.filter((name) => name !== group.name)
      const nextFolded = isClosing ? [...otherFolds, group.name] : otherFolds
      setShutAt(isClosing && holdsPage(group) ? pathname : null)
      setFolded(nextFolded)
      writeText(localStore(), storageKey, JSON.stringify(nextFolded))
    },
  }
}

export type Folds = ReturnType<typeof useFoldedGroups>
