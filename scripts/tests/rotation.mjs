// Rotation of the long form: a sixth each day, so that a week covers all.

const days = 6

/**
 * The day's part of some things, each of which takes some seconds: six parts of about the same
 * length. The parts follow from names and lengths alone.
 */
export function partOfDay(all, day) {
  const parts = Array.from({ length: days }, () => ({ seconds: 0, things: [] }))
  const byLength = all.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1))

  for (const thing of byLength) {
    const shortest = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    shortest.things.push(thing)
    shortest.seconds += thing.seconds
  }

  return parts[day % days].things
}

/**
 * The plan for a given time: the tests of the change, in order, and the part of the day, which gets
 * at least a third of the time. `left` waits for another day. A part that does not fit continues
 * elsewhere in the next round.
 */
export function planOf({ watching, all, day, seconds }) {
  const today = partOfDay(all, day)
  const turn = today.length ? Math.floor(day / days) % today.length : 0
  const chosen = new Map()
  let spent = 0

  const take = (things, most) => {
    for (const thing of things) {
      if (chosen.has(thing.name) || spent + thing.seconds > most) continue

      chosen.set(thing.name, thing)
      spent += thing.seconds
    }
  }

  take(watching, (seconds * 2) / 3)
  take([...today.slice(turn), ...today.slice(0, turn)], seconds)
  take(watching, seconds)

  return {
    chosen: [...chosen.values()],
    left: all.filter(({ name }) => !chosen.has(name)),
    spent,
  }
}
