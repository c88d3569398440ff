/** Names of pictures in the order of a shelf. */
export type Shelf = readonly string[]

/**
 * The composition of each picture. On a shelf in rows of up to four, no picture has the composition
 * of a neighbour. Backtracking: when no composition is left for a picture, an earlier choice is
 * undone.
 */
export function assignCompositions(shelves: readonly Shelf[], kinds: number): Map<string, number> {
  const pictureNames = [...new Set(shelves.flat())]
  const neighboursByName = new Map(pictureNames.map((name) => [name, neighbours(name, shelves)]))
  const compositionByName = new Map<string, number>()

  const placePicture = (position: number): boolean => {
    const name = pictureNames[position]
    if (name === undefined) return true

    const neighbourKinds = new Set(
      [...neighboursByName.get(name)!].map((neighbour) => compositionByName.get(neighbour)),
    )

    for (let turn = 0; turn < kinds; turn++) {
      const kind = (position + turn) % kinds
      if (neighbourKinds.has(kind)) continue

      compositionByName.set(name, kind)
      if (placePicture(position + 1)) return true

      compositionByName.delete(name)
    }

    return false
  }

  if (!placePicture(0)) throw new Error('these shelves need more compositions')

  return compositionByName
}

/** The pictures that may be beside, above or below the given picture, in rows of up to four. */
function neighbours(name: string, shelves: readonly Shelf[]): Set<string> {
  const neighbourNames = new Set<string>()

  for (const shelf of shelves) {
    const position = shelf.indexOf(name)
    if (position < 0) continue

    for (const step of [1, 2, 3, 4])
      for (const neighbour of [shelf[position - step], shelf[position + step]])
        if (neighbour) neighbourNames.add(neighbour)
  }

  return neighbourNames
}
