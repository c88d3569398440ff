/** Map.groupBy, which Node 20 does not have. */
export function groupBy(items, keyOf) {
  const groups = new Map()

  for (const item of items) {
    const key = keyOf(item)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(item)
  }

  return groups
}
