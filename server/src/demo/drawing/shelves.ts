/** How many compositions there are, and how far apart two of the same kind stand on a shelf. */
export type Shelf = readonly string[]

/**
 * Which composition each picture has: on no shelf does one have that of its left or upper
 * neighbour, in rows of up to four. Tried in the order of the names, the next one first, and taken
 * back where a later picture finds none.
 */
export function spread(shelves: readonly Shelf[], kinds: number): Map<string, number> {
  const names = [...new Set(shelves.flat())]
  const near = new Map(names.map((name) => [name, neighbours(name, shelves)]))
  const chosen = new Map<string, number>()

  const place = (at: number): boolean => {
    const name = names[at]
    if (name === undefined) return true

    const taken = new Set([...near.get(name)!].map((other) => chosen.get(other)))

    for (let turn = 0; turn < kinds; turn++) {
      const kind = (at + turn) % kinds
      if (taken.has(kind)) continue

      chosen.set(name, kind)
      if (place(at + 1)) return true

      chosen.delete(name)
    }

    return false
  }

  if (!place(0)) throw new Error('these shelves need more compositions')

  return chosen
}

/** Whoever may stand beside, above or below somebody, in rows of up to four. */
function neighbours(name: string, shelves: readonly Shelf[]): Set<string> {
  const near = new Set<string>()

  for (const shelf of shelves) {
    const at = shelf.indexOf(name)
    if (at < 0) continue

    for (const step of [1, 2, 3, 4])
      for (const other of [shelf[at - step], shelf[at + step]]) if (other) near.add(other)
  }

  return near
}
