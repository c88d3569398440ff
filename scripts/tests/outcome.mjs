// The outcome of a test run.

/** Adds up outcomes; each of `steps` passed or failed as a whole. */
export function sumOf(steps) {
  const sum = {
    passed: 0,
    failed: [],
    unstable: [],
    times: [],
    add(other) {
      sum.passed += other.passed
      for (const list of ['failed', 'unstable', 'times']) sum[list].push(...other[list])

      return sum
    },
  }

  for (const [title, hasPassed] of steps) {
    if (hasPassed) sum.passed++
    else sum.failed.push(title)
  }

  return sum
}

/** Repeats the failures at the end of the output, where a reader looks first. */
export function printOutcome({ passed, failed, unstable }) {
  for (const what of unstable) process.stdout.write(`UNSTABLE, mend it: ${what}\n`)
  for (const what of failed) process.stdout.write(`FAILED: ${what}\n`)
  process.stdout.write(`${passed} passed, ${failed.length} failed, ${unstable.length} unstable\n`)
}
