// A vitest setup file for the tests of server and web while watchers are recorded. It records which
// functions of our files each test file called.
import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { afterAll, expect } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const folder = process.env.CHAVEIRO_RECORD

// Each build gives its files new names, so built files are not recorded.
const notSources = /\/node_modules\/|\/dist(?:-server)?\//

// Files of one worker share this inspector session; each reading resets V8's call counts.
const session = (globalThis.__calls ??= openSession())

// To read the counts takes half a second in a large worker, so each test file reads them once, at
// its end.
afterAll(() => {
  const line = JSON.stringify({
    test: expect.getState().testPath.slice(root.length),
    calls: calls(),
  })
  appendFileSync(join(folder, `modules-${process.pid}-${threadId}.jsonl`), `${line}\n`)
})

function openSession() {
  const opened = new Session()
  opened.connect()
  opened.post('Profiler.enable')
  opened.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  return opened
}

/** Start offsets of the functions that were called since the last reading, by file. */
function calls() {
  let scripts = []
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (!error) scripts = answer.result
  })
  const called = {}

  for (const { url, functions } of scripts) {
    const path = url.replace('file://', '').split('?')[0]
    if (!path.startsWith(root) || notSources.test(path)) continue

    const places = functions
      .filter(({ functionName, ranges }) => functionName && ranges[0].count > 0)
      .map(({ ranges }) => ranges[0].startOffset)
    if (places.length) called[path.slice(root.length)] = places
  }

  return called
}
