import { useState } from 'react'
import { useLocation } from 'react-router'

import { paths, type AdminSection } from '../../../routing/paths.ts'
import { localStore, readJson, writeText } from '../../../state/storage.ts'

const storedAs = 'adminFolded'

type Group = { name: string; sections: readonly AdminSection[] }

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

/**
 * Which groups of the menu are folded (P404). What a person folds stays so in this browser; the
 * group of the open page is open all the same until it is folded there.
 */
export function useFolds() {
  const { pathname } = useLocation()
  const [folded, setFolded] = useState(() => readJson(localStore(), storedAs, names) ?? [])
  const [shutAt, setShutAt] = useState<string | null>(null)
  const holdsPage = ({ sections }: Group) =>
    sections.some((section) => `${pathname}/`.startsWith(`${paths.adminSection(section)}/`))
  const isOpen = (group: Group) =>
    holdsPage(group) ? shutAt !== pathname : !folded.includes(group.name)

  return {
    holdsPage,
    isOpen,
    turn(group: Group) {
      const shuts = isOpen(group)
      const others = folded.filter((name) => name !== group.name)
      const next = shuts ? [...others, group.name] : others
      setShutAt(shuts && holdsPage(group) ? pathname : null)
      setFolded(next)
      writeText(localStore(), storedAs, JSON.stringify(next))
    },
  }
}

export type Folds = ReturnType<typeof useFolds>
