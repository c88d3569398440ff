import { afterAll, beforeAll, beforeEach } from 'vitest'

import { openBench, type Bench } from './bench.ts'

/** The sandbox of the current test file. */
export let bench: Bench

/** Opens the sandbox of a test file, empties it before each test, and closes it at the end. */
export function useBench(): void {
  beforeAll(async () => {
    bench = await openBench()
  })
  afterAll(async () => {
    await bench.close()
  })

  beforeEach(async () => {
    await bench.control('POST', '/reset')
    bench.store.received.length = 0
    bench.store.answer = () => 200
  })
}
