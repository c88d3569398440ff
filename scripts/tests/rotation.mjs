// What the long form leaves to other days: a sixth of it each day, so that a week tries all.

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
 * What fits into a time: first what watches the change, in its order, then the day's part. `left`
 * waits for another day. Where the day's part does not fit as a whole, another one of it comes
 * first in the next round.
 */
export function planOf({ watching, all, day, seconds }) {
  const today = partOfDay(all, day)
  const turn = today.length ? Math.floor(day / days) % today.length : 0
  const wanted = [...watching, ...today.slice(turn), ...today.slice(0, turn)]
  const chosen = []
  const names = new Set()
  let spent = 0
  for (const thing of wanted) {
    if (names.has(thing.name) || spent + thing.seconds > seconds) continue

    chosen.push(thing)
    names.add(thing.name)
    spent += thing.seconds
  }

  return { chosen, left: all.filter(({ name }) => !names.has(name)), spent }
}
